// Placeholders for screens and dialogs that load slowly, and sheets that open over a screen by themselves.
import { useLocation } from "@remix-run/react";
import { type ReactNode, useEffect, useState } from "react";
import { useSlowNavigation } from "~/browser/navigation";
import { useLiveEvents } from "~/browser/use-live";
import type { Counts } from "~/models/notification/counts";

/** Loads code that the page needs only once it is shown. */
export const loadLater = () => import("./later");

type Later = Awaited<ReturnType<typeof loadLater>>;

const WITH_PLACEHOLDERS = ["/discover", "/matches", "/messages"];

/**
 * Replaces the current screen with the placeholders of Discover, Matches or Messages while those load slowly. The current
 * screen stays mounted, so that nothing typed is lost if the next one fails to load. A pending dialog appears above it.
 */
export function PendingScreen({ counts, children }: { counts: Counts | undefined; children: ReactNode }) {
  const { pathname } = useLocation();
  const navigation = useSlowNavigation();
  const [later, setLater] = useState<Later>();
  const [matchedId, setMatchedId] = useState("");
  const next = navigation?.state === "loading" ? navigation.location.pathname : pathname;
  const isLeaving = WITH_PLACEHOLDERS.includes(next) && !`${pathname}/`.startsWith(`${next}/`);
  const isReplaced = isLeaving && counts !== undefined && later !== undefined;

  // Fetched in advance: on a slow connection they would arrive no sooner than the screen.
  useEffect(() => {
    loadLater().then(setLater, () => undefined);
  }, []);

  // The sheet of matches may load only after the first event.
  useLiveEvents((event) => {
    if (event.event === "match" && event.memberId) setMatchedId(event.memberId);
  });

  useEffect(() => {
    if (isReplaced) window.scrollTo(0, 0);
  }, [isReplaced]);

  return (
    <>
      <div hidden={isReplaced}>{children}</div>
      {isReplaced ? <later.ScreenPlaceholders pathname={next} counts={counts} /> : null}
      {later ? <later.PendingDialog /> : null}
      {counts && later ? <later.LiveMatch matchedId={matchedId} /> : null}
    </>
  );
}
