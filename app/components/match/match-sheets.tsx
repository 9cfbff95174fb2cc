// The sheet of a new match over the page that was open, fetched by live-match.tsx. Back closes it.
import { useFetcher, useLocation, useNavigation } from "@remix-run/react";
import { useEffect, useRef, useState } from "react";
import { useDialogHash } from "~/browser/use-dialog-hash";
import { isTyping } from "~/browser/use-unsaved-input";
import { t } from "~/language/text";
import { Button } from "~/ui/button";
import { Dialog } from "~/ui/dialog/dialog";
import { dialogTitle } from "~/ui/dialog/dialog-link";
import { NewMatch, type NewMatchData } from "./new-match";

/** `matchedId` is the member whom the viewer has matched with since the page was opened, if any. */
export type MatchSheetsProps = { matchedId: string };

/** Opens the sheet of a match on any page but its own. Over a dialog or unsent input, its notification is enough. */
export function MatchSheets({ matchedId }: MatchSheetsProps) {
  const { hash, open, close } = useDialogHash();
  const location = useLocation();
  const { state } = useNavigation();
  const isVisible = useIsVisible();
  const opened = useRef("");
  const shown = /^#match-(\d+)$/.exec(hash)?.[1];

  // biome-ignore lint/correctness/useExhaustiveDependencies: opens it once
  useEffect(() => {
    if (matchedId === opened.current || !isVisible || state !== "idle") return;
    opened.current = matchedId;
    const isOpen = location.pathname === `/members/${matchedId}/match`;
    // A dialog that a link has opened may not be in the document yet.
    const isOverDialog =
      dialogTitle(location.state) !== undefined || document.querySelector(".dialog") !== null;
    if (!isOpen && !isTyping() && !isOverDialog) open(`#match-${matchedId}`);
  }, [matchedId, isVisible, state]);

  return shown ? <MatchSheet key={shown} memberId={shown} onClose={close} /> : null;
}

/** Closes itself once the match has ended. */
function MatchSheet({ memberId, onClose }: { memberId: string; onClose: () => void }) {
  const { data: match, load } = useFetcher<NewMatchData | null>();

  useEffect(() => load(`/members/${memberId}/match?sheet`), [load, memberId]);

  // biome-ignore lint/correctness/useExhaustiveDependencies: closes it once
  useEffect(() => {
    if (match === null) onClose();
  }, [match]);

  if (!match) return null;
  return (
    <Dialog
      title={t("You and {name}", { name: match.member.name })}
      description={t("It's mutual! You two like each other.")}
      isUnasked
      onClose={onClose}
    >
      <NewMatch match={match}>
        <Button type="button" onClick={onClose} className="mt-3 w-full">
          {t("Keep Looking")}
        </Button>
      </NewMatch>
    </Dialog>
  );
}

function useIsVisible(): boolean {
  const [isVisible, setIsVisible] = useState(document.visibilityState === "visible");
  useEffect(() => {
    const update = () => setIsVisible(document.visibilityState === "visible");
    document.addEventListener("visibilitychange", update);
    return () => document.removeEventListener("visibilitychange", update);
  }, []);
  return isVisible;
}
