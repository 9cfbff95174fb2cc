import type { ActionFunctionArgs } from "@remix-run/node";
import { submitButton } from "~/forms/mutation.server";
import { parseInput } from "~/http/body.server";
import { undoDecision } from "~/models/match/decision.server";
import { discoverReturnPath } from "~/models/match/discover";
import { targetInput } from "~/models/match/match-schema";

export { clientAction, default, loader } from "~/forms/button-route";

/** Undo in a card's bar: the card of the member `next` is back on the page. */
export async function action({ request }: ActionFunctionArgs) {
  const { searchParams } = new URL(request.url);
  return submitButton(request, { page: discoverReturnPath(searchParams) }, async (member, form) => {
    const { targetUserId } = parseInput(targetInput, Object.fromEntries(form));
    await undoDecision(member.id, targetUserId);
    return {};
  });
}
