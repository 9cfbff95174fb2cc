import type { ActionFunctionArgs } from "@remix-run/node";
import { submitButton } from "~/forms/mutation.server";
import { parseInput } from "~/http/body.server";
import { startedMessage } from "~/models/conversation/conversation";
import { talkInput } from "~/models/conversation/conversation-schema";
import { startConversation } from "~/models/conversation/request.server";

export { clientAction, default, loader } from "~/forms/button-route";

/** Start Conversation and Send Message, on any screen. */
export async function action({ request }: ActionFunctionArgs) {
  return submitButton(request, { page: "/matches" }, async (member, form) => {
    const { targetUserId, text } = parseInput(talkInput, Object.fromEntries(form));
    const conversation = await startConversation(member.id, targetUserId);
    const query = text ? `?${new URLSearchParams({ text })}` : "";
    return { flash: startedMessage(conversation), to: `/messages/${conversation.id}${query}#write` };
  });
}
