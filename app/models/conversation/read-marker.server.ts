// Read markers, read receipts and unread counts.
import { db } from "db/client.server";
import { conversation, message, outbox, reading } from "db/schema";
import { and, desc, eq, exists, lte, ne, sql } from "drizzle-orm";
import { enqueueEvent, eventColumns, notify } from "~/live/outbox.server";
import { updateRead } from "~/models/notification/notification-rows.server";
import { otherMemberId } from "~/models/shared/pair.server";
import { notFoundRefusal } from "~/refusal";
import { canView, isSharedByBoth, unreadCount } from "./conversation.server";

/**
 * Marks the other's messages of a conversation as read up to number `number`; the marker never moves back. The member's other pages
 * are updated, and the other member's if both share what they have seen. Refuses a conversation the member may not open
 * (absent).
 */
export async function markRead(memberId: number, conversationId: string, number: number): Promise<void> {
  const isOpen = and(eq(conversation.id, conversationId), canView(memberId));
  const shown = db
    .select({ sequence: message.sequence })
    .from(message)
    .where(
      and(
        eq(message.conversationId, conversationId),
        lte(message.number, number),
        ne(message.senderId, memberId),
      ),
    )
    .orderBy(desc(message.sequence))
    .limit(1)
    .as("shown");
  const nothingUnread = db
    .select({ id: conversation.id })
    .from(conversation)
    .where(and(isOpen, eq(unreadCount(memberId), 0)));
  const isShared = isSharedByBoth("showsSeen");
  const [opened, moved, , told] = await db.batch([
    db.select({ id: conversation.id }).from(conversation).where(isOpen),
    db
      .insert(reading)
      .select(
        db
          .select({
            conversationId: conversation.id,
            memberId: sql`${memberId}`.as("member_id"),
            sequence: shown.sequence,
            seen: sql`case when ${isShared} then ${shown.sequence} end`.as("seen"),
          })
          .from(conversation)
          .crossJoin(shown)
          .where(isOpen),
      )
      .onConflictDoUpdate({
        target: [reading.conversationId, reading.memberId],
        set: { sequence: sql`excluded.sequence`, seen: sql`coalesce(excluded.seen, ${reading.seen})` },
        setWhere: sql`excluded.sequence > ${reading.sequence}`,
      })
      .returning({ sequence: reading.sequence }),
    enqueueEvent([memberId], "conversation", conversationId, sql`changes() > 0`),
    db
      .insert(outbox)
      .select(
        db
          .select(eventColumns(otherMemberId(conversation, memberId), "seen", conversation.id))
          .from(conversation)
          .where(and(sql`changes() > 0`, isOpen, isShared)),
      )
      .returning({ memberId: outbox.recipientId }),
    updateRead(memberId, ["message"], conversationId, exists(nothingUnread)),
    db
      .update(conversation)
      .set({
        lowUnread: sql`${conversation.lowUnread} and ${conversation.lowId} <> ${memberId}`,
        highUnread: sql`${conversation.highUnread} and ${conversation.highId} <> ${memberId}`,
      })
      .where(
        and(
          isOpen,
          sql`iif(${conversation.lowId} = ${memberId}, ${conversation.lowUnread}, ${conversation.highUnread})`,
          eq(unreadCount(memberId), 0),
        ),
      ),
  ]);
  if (!opened.length) throw notFoundRefusal();
  if (moved.length) notify([memberId, ...told.map((other) => other.memberId)]);
}

/**
 * The number of a member's last message in a conversation that the other member has seen; 0 if there is none, or if either
 * of them doesn't share it.
 */
export async function getSeen(memberId: number, conversationId: string): Promise<number> {
  const [last] = await db
    .select({ number: message.number })
    .from(conversation)
    .innerJoin(
      reading,
      and(
        eq(reading.conversationId, conversation.id),
        eq(reading.memberId, otherMemberId(conversation, memberId)),
      ),
    )
    .innerJoin(message, and(eq(message.conversationId, conversation.id), lte(message.sequence, reading.seen)))
    .where(
      and(
        eq(conversation.id, conversationId),
        eq(message.senderId, memberId),
        canView(memberId),
        isSharedByBoth("showsSeen"),
      ),
    )
    .orderBy(desc(message.sequence))
    .limit(1);
  return last?.number ?? 0;
}
