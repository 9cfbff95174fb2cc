// Handles Like and Pass, on a card and on a member's page.
import { parseInput } from "~/http/parse-input.server";
import { likedMessage, newMatchAddress, passedMessage } from "~/models/match/decision";
import { decideOn } from "~/models/match/decision.server";
import { decisionInput } from "~/models/match/match-schema";
import { getShortName } from "~/models/member/member.server";
import { submitButton } from "./mutation.server";

/**
 * Saves a decision on `targetUserId`, by default the member in the form; without scripts it returns to `page`. A match
 * opens the page that celebrates it, which goes on to `nextPath`. `undoPath` is where a pass is undone.
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
  return submitButton(request, page, async (member, form) => {
    const input = parseInput(decisionInput, {
      ...Object.fromEntries(form),
      ...(targetUserId && { targetUserId }),
    });
    const { mutual } = await decideOn(member.id, input);
    const id = input.targetUserId;
    if (mutual) return { to: newMatchAddress(id, nextPath) };
    if (input.liked) return { notice: likedMessage };
    return { notice: passedMessage(id, await getShortName(id), undoPath(id)) };
  });
}
