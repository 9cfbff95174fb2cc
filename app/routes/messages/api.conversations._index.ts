import { apiRoute, listResponse, operation } from "~/http/api.server";
import { listConversations } from "~/models/conversation/conversation.server";
import { conversationInput } from "~/models/conversation/conversation-schema";
import { startConversation } from "~/models/conversation/request.server";
import { timedPage } from "~/models/cursor";

export const { loader, action, operations } = apiRoute({
  GET: operation(timedPage, async (member, { cursor }, { request }) => {
    const { conversations, next } = await listConversations(member.id, { after: cursor });
    return listResponse(request, conversations, next);
  }),
  POST: operation(
    conversationInput,
    (member, { targetUserId }) => startConversation(member.id, targetUserId),
    201,
  ),
});
