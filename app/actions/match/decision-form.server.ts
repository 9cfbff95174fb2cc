// Handles Like and Pass, on a card and on a member's page.

import { submitButton } from "~/forms/mutation.server";
import { parseInput } from "~/http/body.server";
import { isFetchRequest } from "~/http/page.server";
import type { FlashMessage } from "~/models/flash";
import { likedMessage, newMatchPath, passedMessage, undoPath, unmatchPath } from "~/models/match/decision";
import { decideOn, passUnlessConnected } from "~/models/match/decision.server";
import { decisionInput } from "~/models/match/match-schema";
import { getFlashName } from "~/models/match/member-card.server";

/**
 * Saves a decision on `targetUserId`, by default the member in the form; without scripts it returns to `page`. A match opens
 * the page that celebrates it, which continues to `nextPath`. A pass on somebody with whom the member has a match or a
 * conversation opens the question whether to unmatch them. `flash` is for a page without scripts with this query, which shows
 * it at `card`; with scripts, screens show the decision themselves.
 */
export function submitDecision(
  request: Request,
  {
    page,
    nextPath = page,
    targetUserId,
    flash,
  }: {
    page: string;
    nextPath?: string;
    targetUserId?: string;
    flash?: { card: FlashMessage["card"]; query: URLSearchParams };
  },
) {
  const shown = isFetchRequest(request) ? undefined : flash;
  return submitButton(request, { page }, async (member, form) => {
    const input = parseInput(decisionInput, {
      ...Object.fromEntries(form),
      ...(targetUserId && { targetUserId }),
    });
    const id = input.targetUserId;
    if (!input.liked) {
      if (!(await passUnlessConnected(member.id, id))) return { to: unmatchPath(id, page) };
      if (!shown) return {};
      const name = await getFlashName(member.id, id);
      return { flash: { ...passedMessage(id, name, undoPath(shown.query, id)), card: shown.card } };
    }
    const { mutual } = await decideOn(member.id, input);
    if (mutual) return { to: newMatchPath(id, nextPath) };
    if (!shown) return {};
    const name = await getFlashName(member.id, id);
    return { flash: { ...likedMessage(id, name, undoPath(shown.query, id)), card: shown.card } };
  });
}
