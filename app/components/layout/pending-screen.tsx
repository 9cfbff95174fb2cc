// Placeholders for screens that are slow to load.
import { useLocation } from "@remix-run/react";
import { type ComponentType, type ReactNode, useEffect, useState } from "react";
import { useSlowNavigation } from "~/browser/use-slow-navigation";
import type { Counts } from "~/models/notification/counts";
import type { ScreenPlaceholdersProps } from "./screen-placeholders";

const WITH_PLACEHOLDERS = ["/discover", "/matches", "/messages"];

/**
 * Replaces the current screen with the placeholders of Discover, Matches or Messages while those load slowly. The current
 * screen stays mounted, so that nothing typed is lost if the next one fails to load.
 */
export function PendingScreen({ counts, children }: { counts: Counts | undefined; children: ReactNode }) {
  const { pathname } = useLocation();
  const navigation = useSlowNavigation();
  const [Placeholders, setPlaceholders] = useState<ComponentType<ScreenPlaceholdersProps>>();
  const next = navigation?.state === "loading" ? navigation.location.pathname : pathname;
  const isLeaving = WITH_PLACEHOLDERS.includes(next) && !`${pathname}/`.startsWith(`${next}/`);
  const isReplaced = isLeaving && counts !== undefined && Placeholders !== undefined;

  // Fetched in advance: on a slow connection they would arrive no sooner than the screen.
  useEffect(() => {
    import("./later").then(
      (module) => setPlaceholders(() => module.ScreenPlaceholders),
      () => undefined,
    );
  }, []);

  useEffect(() => {
    if (isReplaced) window.scrollTo(0, 0);
  }, [isReplaced]);

  return (
    <>
      <div hidden={isReplaced}>{children}</div>
      {isReplaced ? <Placeholders pathname={next} counts={counts} /> : null}
    </>
  );
}
