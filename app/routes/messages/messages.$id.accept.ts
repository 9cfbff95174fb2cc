import type { ActionFunctionArgs } from "@remix-run/node";
import { submitButton } from "~/forms/mutation.server";
import { otherParticipant, requestMessages } from "~/models/conversation/conversation";
import { getConversation } from "~/models/conversation/conversation.server";
import { acceptRequest } from "~/models/conversation/request.server";
import { notFoundRefusal } from "~/refusal";

export { clientAction, default, loader } from "~/forms/button-route";

/** Accepts a message request. */
export async function action({ request, params }: ActionFunctionArgs) {
  const id = params.id ?? "";
  return submitButton(request, { page: `/messages/${encodeURIComponent(id)}` }, async (member) => {
    const conversation = await getConversation(member.id, id);
    if (!conversation) throw notFoundRefusal();
    await acceptRequest(member.id, id);
    return { flash: requestMessages.accepted(otherParticipant(conversation, member.id).firstName) };
  });
}
