import type { ActionFunctionArgs } from "@remix-run/node";
import { submitButton } from "~/forms/mutation.server";
import { parseInput } from "~/http/body.server";
import { undoDecision } from "~/models/match/decision.server";
import { targetInput } from "~/models/match/match-schema";

export { clientAction, default, loader } from "~/forms/button-route";

export async function action({ request, params }: ActionFunctionArgs) {
  return submitButton(request, { page: `/members/${params.id}` }, async (member) => {
    const { targetUserId } = parseInput(targetInput, { targetUserId: params.id });
    await undoDecision(member.id, targetUserId);
    return {};
  });
}
