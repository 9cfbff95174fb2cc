import { apiRoute, operation } from "~/http/api.server";
import { getChat } from "~/models/conversation/message.server";
import { messagePage } from "~/models/conversation/message-schema";
import { listRecentReactions } from "~/models/conversation/reaction.server";

export const { loader } = apiRoute({
  GET: operation(messagePage, async (member, at, { params: { id = "" } }) => {
    const chat = await getChat(member.id, id, at);
    if (!chat) return undefined;
    const { messages, hasEarlier, status, seen, partner } = chat;
    const recent = at.before === undefined ? await listRecentReactions(id) : undefined;
    return { messages, hasEarlier, status, seen, partner, recent };
  }),
});
