// A member's lists of conversations.
import { db } from "db/client.server";
import { type Given, once } from "db/prepared.server";
import { conversation } from "db/schema";
import { and, eq, gt, inArray, isNotNull, isNull, lt, lte, or, sql } from "drizzle-orm";
import { unionAll } from "drizzle-orm/sqlite-core";
import { canOpen } from "~/models/access.server";
import type { ConversationCursor } from "~/models/conversation/conversation-schema";
import { splitPage } from "~/models/cursor";
import { isOpenConversationOf, otherMemberId, pairOf } from "~/models/pair.server";
import type { ConversationDto } from "../conversation";
import { latest, selectConversations, toConversationDto } from "../conversation.server";
import { unreadCount } from "./conversation-count.server";
import { highSide, lowSide, type Side } from "./conversation-side.server";

const PAGE_SIZE = 100;

/** A member's lists of conversations: the open ones, those of them with something to read, and those closed by a goodbye. */
type ListName = "open" | "unread" | "closed";

/**
 * A member's conversations, 100 a page, with the cursor of the next page: first those in which the other wrote last, then by
 * latest message, newest first. The other two lists have only the latter order. `after` is the end of the previous page.
 */
export async function listConversations(
  memberId: number,
  {
    after,
    list = "open",
    limit = PAGE_SIZE,
  }: { after?: ConversationCursor; list?: ListName; limit?: number } = {},
): Promise<{ conversations: ConversationDto[]; next?: { cursor: string } }> {
  const rows = after
    ? await selectPage(memberId, limit + 1, list, after)
    : await firstPages[list]().all({ memberId, limit: limit + 1 });
  const { page, next } = splitPage(rows, limit, ({ isLater, lastMessageAt, createdAt, id }) => ({
    isLater: Boolean(isLater),
    at: (lastMessageAt ?? createdAt).getTime(),
    id,
  }));
  return { conversations: page.map(toConversationDto), next };
}

const prepareFirst = (list: ListName) =>
  once(() => selectPage(sql.placeholder("memberId"), sql.placeholder("limit"), list).prepare());
const firstPages = {
  open: prepareFirst("open"),
  unread: prepareFirst("unread"),
  closed: prepareFirst("closed"),
};

function selectPage(
  memberId: Given<number>,
  limit: Given<number>,
  list: ListName,
  after?: ConversationCursor,
) {
  const { closedAt } = conversation;
  // A goodbye is the last message.
  const recency = list === "closed" ? sql<number>`${closedAt}` : latest;
  const selectSide = ({ own, hasNew, isLater }: Side) => {
    const isOlder =
      after && and(lte(recency, after.at), or(lt(recency, after.at), gt(conversation.id, after.id)));
    const isAfter = after?.isLater ? and(eq(isLater, 1), isOlder) : or(eq(isLater, 1), isOlder);
    return db
      .select({ id: conversation.id, isLater: isLater.as("is_later"), recency: recency.as("recency") })
      .from(conversation)
      .where(
        and(
          eq(own, memberId),
          list === "closed" ? isNotNull(closedAt) : isNull(closedAt),
          list === "unread" ? and(hasNew, gt(unreadCount(memberId), 0)) : undefined,
          after && list === "open" ? isAfter : isOlder,
          canOpen(memberId),
        ),
      );
  };
  // In a query of its own, so that messages are read only for the page's conversations.
  const page = unionAll(selectSide(lowSide), selectSide(highSide))
    .orderBy(list === "open" ? sql`is_later, recency desc, id` : sql`recency desc, id`)
    .limit(limit)
    .as("page");
  return selectConversations(memberId, inArray(conversation.id, db.select({ id: page.id }).from(page)));
}

/** The ids of the conversations that a member may open, by the id of the other, among `otherIds`. */
export async function findConversationsWith(
  memberId: number,
  otherIds: number[],
): Promise<Map<number, string>> {
  const isWithOne = otherIds.map((otherId) => isOpenConversationOf(pairOf(memberId, otherId)));
  if (!isWithOne.length) return new Map();
  const rows = await db
    .select({ otherId: otherMemberId(conversation, memberId), id: conversation.id })
    .from(conversation)
    .where(and(or(...isWithOne), canOpen(memberId)));
  return new Map(rows.map((row) => [row.otherId, row.id]));
}
