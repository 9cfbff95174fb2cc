// Handles Like and Pass, on a card and on a member's page.

import { submitButton } from "~/forms/mutation.server";
import { parseInput } from "~/http/parse-input.server";
import { likedMessage, newMatchPath, passedMessage, unmatchPath } from "~/models/match/decision";
import { decideOn, passUnlessConnected } from "~/models/match/decision.server";
import { decisionInput } from "~/models/match/match-schema";
import { getNoticeName } from "~/models/match/member-card.server";

/**
 * Saves a decision on `targetUserId`, by default the member in the form; without scripts it returns to `page`. A match
 * opens the page that celebrates it, which goes on to `nextPath`. `undoPath` is where the decision is undone. A pass on somebody
 * with whom the member has a match or a conversation opens the question whether to unmatch them.
 */
export function submitDecision(
  request: Request,
  {
    page,
    nextPath = page,
    targetUserId,
    undoPath,
  }: { page: string; nextPath?: string; targetUserId?: string; undoPath: (id: number) => string },
) {
  return submitButton(request, { page }, async (member, form) => {
    const input = parseInput(decisionInput, {
      ...Object.fromEntries(form),
      ...(targetUserId && { targetUserId }),
    });
    const id = input.targetUserId;
    if (!input.liked) {
      if (!(await passUnlessConnected(member.id, id))) return { to: unmatchPath(id, page) };
      return { notice: passedMessage(id, await getNoticeName(member.id, id), undoPath(id)) };
    }
    const { mutual } = await decideOn(member.id, input);
    return mutual ? { to: newMatchPath(id, nextPath) } : { notice: likedMessage(id, undoPath(id)) };
  });
}
