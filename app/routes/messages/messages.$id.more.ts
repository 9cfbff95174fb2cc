import { apiRoute, operation } from "~/http/api.server";
import { listRecentChanges } from "~/models/conversation/message-change.server";
import { getChat } from "~/models/conversation/message-list.server";
import { messagePoll } from "~/models/conversation/message-schema";
import { getPlanSummary } from "~/models/conversation/plan/plan.server";
import { listRecentReactions } from "~/models/conversation/reaction.server";
import { findReview } from "~/models/conversation/writing/first-message-check.server";

export const loader = apiRoute({
  GET: operation(messagePoll, async (member, { changedSince, ...at }, { params: { id = "" } }) => {
    const chat = await getChat(member.id, id, at);
    if (!chat) return undefined;
    const { messages, hasEarlier, status, seen, partner } = chat;
    const page = { messages, hasEarlier, status, seen, partner };
    if (at.before !== undefined) return page;
    const [recent, changed, plan, review] = await Promise.all([
      listRecentReactions(id),
      listRecentChanges(id, changedSince),
      getPlanSummary(member.id, id, partner),
      status === "sent" ? findReview(id) : null,
    ]);
    return { ...page, recent, changed, plan, review };
  }),
});
