import type { ActionFunctionArgs } from "@remix-run/node";
import { submitButton } from "~/forms/mutation.server";
import { parseInput } from "~/http/body.server";
import { reactionForm } from "~/models/conversation/message-schema";
import { react } from "~/models/conversation/reaction.server";

export { clientAction, default, loader } from "~/forms/button-route";

/** Reacts to a message, or takes the member's reaction back. */
export async function action({ request, params }: ActionFunctionArgs) {
  const page = `/messages/${encodeURIComponent(params.id ?? "")}`;
  return submitButton(request, { page }, async (member, form) => {
    const { messageId, reaction } = parseInput(reactionForm, Object.fromEntries(form));
    await react(member.id, messageId, reaction);
    return {};
  });
}
