// Fetches the sheet of new matches once there is one to show.
import { useLocation } from "@remix-run/react";
import { type ComponentType, useEffect, useState } from "react";
import type { MatchSheetsProps } from "./match-sheets";

/** Shows the match that another member has made while the page is open; `matchedId` is empty until then. */
export function LiveMatch({ matchedId }: { matchedId: string }) {
  const { hash } = useLocation();
  const [Sheets, setSheets] = useState<ComponentType<MatchSheetsProps>>();
  const isNeeded = Boolean(matchedId) || hash.startsWith("#match-");

  useEffect(() => {
    if (!isNeeded) return;
    import("./match-sheets").then(
      (module) => setSheets(() => module.MatchSheets),
      () => undefined,
    );
  }, [isNeeded]);

  return Sheets ? <Sheets matchedId={matchedId} /> : null;
}
