import { apiRoute, listResponse, operation } from "~/http/api.server";
import { messageSearchQuery } from "~/models/conversation/search/message-search";
import { searchMessages } from "~/models/conversation/search/message-search.server";

export const loader = apiRoute({
  GET: operation(messageSearchQuery, async (member, search, { request }) => {
    const { found, next } = await searchMessages(member.id, search);
    return listResponse(request, found, next);
  }),
});
export const action = loader;
