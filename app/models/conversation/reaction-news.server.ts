// News of reactions: each is new to the author of its message until their chat has shown it.
import { db } from "db/client.server";
import type { Given } from "db/prepared.server";
import { conversation, message, reaction } from "db/schema";
import type { Database, Tx } from "db/transaction.server";
import { and, count, eq, exists, inArray, lte, type SQL, sql } from "drizzle-orm";
import { MAX_COUNT } from "~/models/count";
import { readNotifications, withdrawNotification } from "~/models/notification/notification-reading.server";
import { otherMemberId } from "~/models/pair.server";

/** The reactions of the other member of a `conversation` to messages of this one. */
function selectOfOther(memberId: Given<number>, condition?: SQL) {
  return db
    .select({ one: sql`1` })
    .from(reaction)
    .innerJoin(message, eq(message.id, reaction.messageId))
    .where(
      and(
        eq(reaction.authorId, memberId),
        eq(reaction.memberId, otherMemberId(conversation, memberId)),
        eq(message.conversationId, conversation.id),
        condition,
      ),
    );
}

/** True for conversations in which the other member has reacted to a message of this one. */
export function hasReactionOfOther(memberId: Given<number>): SQL {
  return exists(selectOfOther(memberId));
}

/** How many reactions of a conversation a member hasn't seen, 100 at most. */
export function newReactionCount(memberId: Given<number>): SQL<number> {
  const unread = selectOfOther(memberId, eq(reaction.isNew, true)).limit(MAX_COUNT).as("unread");
  return sql<number>`${db.select({ count: count() }).from(unread)}`;
}

/** Whether a member hasn't seen all reactions of a conversation. */
export async function hasNewReactions(
  memberId: number,
  conversationId: string,
  on: Database = db,
): Promise<boolean> {
  const [found] = await on
    .select({ id: conversation.id })
    .from(conversation)
    .where(
      and(eq(conversation.id, conversationId), exists(selectOfOther(memberId, eq(reaction.isNew, true)))),
    );
  return found !== undefined;
}

/**
 * Marks the reactions to a member's messages up to number `number` as seen, and the news of them as read once there is no
 * other; returns whether one was new.
 */
export async function markReactionsSeen(
  tx: Tx,
  memberId: number,
  conversationId: string,
  number: number,
): Promise<boolean> {
  const shown = tx
    .select({ id: message.id })
    .from(message)
    .where(and(eq(message.conversationId, conversationId), lte(message.number, number)));
  const isNewlySeen = and(
    eq(reaction.authorId, memberId),
    eq(reaction.isNew, true),
    inArray(reaction.messageId, shown),
  );
  const { rowsAffected } = await tx.update(reaction).set({ isNew: false }).where(isNewlySeen);
  if (!rowsAffected) return false;
  if (!(await hasNewReactions(memberId, conversationId, tx)))
    await readNotifications(tx, memberId, ["reaction"], conversationId);
  return true;
}

/** Withdraws the news of a removed reaction from a message's author, unless there is other news. */
export async function withdrawNews(tx: Tx, authorId: number, conversationId: string): Promise<void> {
  if (await hasNewReactions(authorId, conversationId, tx)) return;
  await withdrawNotification(tx, authorId, "reaction", conversationId);
}
