import { apiRoute, listResponse, operation } from "~/http/api.server";
import { conversationInput, conversationQuery } from "~/models/conversation/conversation-schema";
import { listConversations } from "~/models/conversation/list/conversation-list.server";
import { startConversation } from "~/models/conversation/request.server";

export const loader = apiRoute({
  GET: operation(conversationQuery, async (member, { cursor, list }, { request }) => {
    const { conversations, next } = await listConversations(member.id, { after: cursor, list });
    return listResponse(request, conversations, next);
  }),
  POST: operation(
    conversationInput,
    (member, { targetUserId }) => startConversation(member.id, targetUserId),
    201,
  ),
});
export const action = loader;
