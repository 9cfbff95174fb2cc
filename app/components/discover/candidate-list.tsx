// Candidates to decide on, and the last decision with its Undo in the bar of the card that has replaced its card.
import { useFetcher, useLocation, useRouteLoaderData } from "@remix-run/react";
import { useEffect, useState } from "react";
import { isFocusLost } from "~/browser/use-focus";
import type { FlashData, FlashMessage } from "~/models/flash";
import { likedMessage, passedMessage, undoPath } from "~/models/match/decision";
import { type Candidate, CandidateCard, type Decision } from "./candidate-card";
import { Decided, DecidedBar } from "./decided-bar";

/** `search` is the query that decisions and Undo return to. Stays mounted while the last candidate leaves. */
export function CandidateList({ candidates, search }: { candidates: Candidate[]; search: string }) {
  const served = useCardFlash();
  const [first] = useState(served);
  const [decision, setDecision] = useState<Decision>();
  const setUndoneId = useFocusOnUndone(candidates);
  const flash = decision ? describe(decision, search) : first;
  const decidedId = flash?.action?.fields.targetUserId;
  const isSaving = useFetcher({ key: `decide-${decidedId}` }).state !== "idle";
  // It is back when the decision was refused or undone.
  const isBack = candidates.some(({ id }) => id === decidedId);
  const shown = flash && (isSaving || !isBack) ? flash : undefined;
  const cardId = decision ? decision.nextId : first?.card?.cardId;
  const others = candidates.filter(({ id }) => id !== decidedId);
  const holder = shown && (others.find(({ id }) => id === cardId) ?? others[0])?.id;
  const decided = shown && (
    <Decided key={String(isSaving)} flash={shown} isSaving={isSaving} onUndo={() => setUndoneId(decidedId)} />
  );

  return (
    <>
      <DecidedBar className="card mb-4">{holder ? null : decided}</DecidedBar>
      {candidates.length ? (
        <ul className="card-grid discover-grid">
          {candidates.map((candidate, index) => (
            <CandidateCard
              key={candidate.id}
              candidate={candidate}
              isFirst={index === 0}
              search={search}
              nextId={(candidates[index + 1] ?? candidates[index - 1])?.id}
              onDecide={setDecision}
              decided={candidate.id === holder ? decided : null}
            />
          ))}
        </ul>
      ) : null}
    </>
  );
}

/**
 * Focuses the card of a member whose decision was undone, as soon as it is back, until the viewer does something else: a page
 * loaded earlier may remove the card once more. Returns how to name that member.
 */
function useFocusOnUndone(candidates: Candidate[]) {
  const [undoneId, setUndoneId] = useState<string>();

  useEffect(() => {
    const isBack = candidates.some(({ id }) => id === undoneId);
    const card = isBack && document.getElementById(`member-${undoneId}`);
    if (!card || !isFocusLost()) return;
    card.focus({ preventScroll: true });
    card.scrollIntoView({ block: "start" });
  }, [candidates, undoneId]);

  useEffect(() => {
    if (!undoneId) return;
    const forget = () => setUndoneId(undefined);
    window.addEventListener("pointerdown", forget);
    window.addEventListener("keydown", forget);
    return () => {
      window.removeEventListener("pointerdown", forget);
      window.removeEventListener("keydown", forget);
    };
  }, [undoneId]);

  return setUndoneId;
}

/** The flash message of a decision made without scripts, if this page shows it. */
export function useCardFlash(): FlashData | undefined {
  const flash = useRouteLoaderData<{ flash: FlashData | null }>("root")?.flash;
  const { pathname } = useLocation();
  return flash?.card?.pathname === pathname ? flash : undefined;
}

function describe({ id, name, isLiked }: Decision, search: string): FlashMessage {
  const memberId = Number(id);
  const undoTo = undoPath(search, memberId);
  return isLiked ? likedMessage(memberId, name, undoTo) : passedMessage(memberId, name, undoTo);
}
