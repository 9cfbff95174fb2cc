// How many conversations and unread messages a member has.
import { db } from "db/client.server";
import { type Given, once } from "db/prepared.server";
import { conversation, message, reading } from "db/schema";
import { and, count, eq, gt, isNull, ne, type SQL, sql } from "drizzle-orm";
import { unionAll } from "drizzle-orm/sqlite-core";
import { canOpen } from "~/models/access.server";
import { MAX_COUNT } from "~/models/count";
import { highSide, lowSide, type Side } from "./conversation-side.server";

const one = { one: sql`1` };

/** How many open conversations a member has, 100 at most. */
export async function countConversations(memberId: number): Promise<number> {
  return (await countTotals(memberId)).conversations;
}

/** How many open conversations a member has, and how many unread messages are in them, 100 at most of each. */
export async function countTotals(memberId: number): Promise<{ conversations: number; unread: number }> {
  const [totals] = await selectTotals().all({ memberId });
  return totals ?? { conversations: 0, unread: 0 };
}

const selectTotals = once(() => {
  const me = sql.placeholder("memberId");
  const selectShown = ({ own }: Side) =>
    db
      .select(one)
      .from(conversation)
      .where(and(eq(own, me), isNull(conversation.closedAt), canOpen(me)));
  const selectUnread = ({ own, hasNew }: Side) =>
    db
      .select(one)
      .from(conversation)
      .innerJoin(message, isNewTo(me))
      .where(and(eq(own, me), hasNew, isNull(conversation.closedAt), canOpen(me)));
  const shown = unionAll(selectShown(lowSide), selectShown(highSide)).limit(MAX_COUNT).as("shown");
  const unread = unionAll(selectUnread(lowSide), selectUnread(highSide)).limit(MAX_COUNT).as("unread");
  return db
    .select({
      conversations: sql<number>`${db.select({ count: count() }).from(shown)}`,
      unread: sql<number>`${db.select({ count: count() }).from(unread)}`,
    })
    .from(sql`(select 1)`)
    .prepare();
});

/** How many messages of a conversation a member hasn't read, 100 at most. */
export function unreadCount(memberId: Given<number>): SQL<number> {
  const unread = db
    .select({ sequence: message.sequence })
    .from(message)
    .where(isNewTo(memberId))
    .limit(MAX_COUNT)
    .as("unread");
  return sql<number>`${db.select({ count: count() }).from(unread)}`;
}

/** True for the messages of a conversation that a member hasn't read. */
function isNewTo(memberId: Given<number>): SQL | undefined {
  const lastRead = db
    .select({ sequence: reading.sequence })
    .from(reading)
    .where(and(eq(reading.conversationId, conversation.id), eq(reading.memberId, memberId)));
  return and(
    eq(message.conversationId, conversation.id),
    ne(message.senderId, memberId),
    gt(message.sequence, sql`coalesce(${lastRead}, 0)`),
  );
}
