// Fetches the sheet of new matches once there is one to show.
import { useLocation } from "@remix-run/react";
import { type ComponentType, useEffect, useState } from "react";
import { useLiveEvents } from "~/browser/use-live";
import type { MatchSheetsProps } from "./match-sheets";

/** Shows the matches that other members make while the page is open. */
export function LiveMatch() {
  const { hash } = useLocation();
  const [matchedId, setMatchedId] = useState("");
  const [Sheets, setSheets] = useState<ComponentType<MatchSheetsProps>>();
  const isNeeded = Boolean(matchedId) || hash.startsWith("#match-");

  useLiveEvents((event) => {
    if (event.event === "match" && event.memberId) setMatchedId(event.memberId);
  });

  useEffect(() => {
    if (!isNeeded) return;
    import("./match-sheets").then(
      (module) => setSheets(() => module.MatchSheets),
      () => undefined,
    );
  }, [isNeeded]);

  return Sheets ? <Sheets matchedId={matchedId} /> : null;
}
