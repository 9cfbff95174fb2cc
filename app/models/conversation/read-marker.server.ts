// How far members have read, and how many messages they haven't.
import { db } from "db/client.server";
import { conversation, message, reading } from "db/schema";
import { and, eq, exists, isNotNull, lte, max, sql } from "drizzle-orm";
import { enqueueEvent, notify } from "~/live/outbox.server";
import { updateRead } from "~/models/notification/notification-rows.server";
import { notFoundRefusal } from "~/refusal";
import { canView, unreadCount } from "./conversation.server";

/**
 * Marks the messages of a conversation as read up to number `number`; the marker never moves back. The member's other pages
 * are updated. Refuses a conversation the member may not open (absent).
 */
export async function markRead(memberId: number, conversationId: string, number: number): Promise<void> {
  const isOpen = and(eq(conversation.id, conversationId), canView(memberId));
  const shown = db
    .select({ sequence: max(message.sequence).as("sequence") })
    .from(message)
    .where(and(eq(message.conversationId, conversationId), lte(message.number, number)))
    .as("shown");
  const nothingUnread = db
    .select({ id: conversation.id })
    .from(conversation)
    .where(and(isOpen, eq(unreadCount(memberId), 0)));
  const [opened, moved] = await db.batch([
    db.select({ id: conversation.id }).from(conversation).where(isOpen),
    db
      .insert(reading)
      .select(
        db
          .select({
            conversationId: conversation.id,
            memberId: sql`${memberId}`.as("member_id"),
            sequence: shown.sequence,
          })
          .from(conversation)
          .innerJoin(shown, isNotNull(shown.sequence))
          .where(isOpen),
      )
      .onConflictDoUpdate({
        target: [reading.conversationId, reading.memberId],
        set: { sequence: sql`excluded.sequence` },
        setWhere: sql`excluded.sequence > ${reading.sequence}`,
      })
      .returning({ sequence: reading.sequence }),
    enqueueEvent([memberId], "conversation", conversationId, sql`changes() > 0`),
    updateRead(memberId, ["message"], conversationId, exists(nothingUnread)),
  ]);
  if (!opened.length) throw notFoundRefusal();
  if (moved.length) notify([memberId]);
}

/** A member's unread messages in all conversations, counting 100 at most of each. */
export async function countUnread(memberId: number): Promise<number> {
  const [row] = await db
    .select({ count: sql<number>`coalesce(sum(${unreadCount(memberId)}), 0)` })
    .from(conversation)
    .where(canView(memberId));
  return row?.count ?? 0;
}
