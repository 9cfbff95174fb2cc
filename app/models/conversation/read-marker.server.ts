// Read markers, read receipts and unread counts.
import { db } from "db/client.server";
import { conversation, message, reading } from "db/schema";
import { type Tx, transaction } from "db/transaction.server";
import { and, desc, eq, lt, lte, ne, sql } from "drizzle-orm";
import { publishEvent } from "~/live/publish.server";
import { canOpen, hasBothPresent } from "~/models/access.server";
import { kindsAbout, readNotifications } from "~/models/notification/notification-reading.server";
import { otherMemberId } from "~/models/pair.server";
import { notFoundRefusal } from "~/refusal";
import { unreadCount } from "./list/conversation-count.server";
import { markReactionsSeen } from "./reaction-news.server";

/**
 * Marks the other's messages of a conversation as read up to number `number`, and the reactions to the member's own as seen;
 * the marker never moves back. The member's other pages are updated, and so are the other member's if both share what they have
 * seen. Refuses a conversation the member may not open (absent).
 */
export async function markRead(memberId: number, conversationId: string, number: number): Promise<void> {
  await transaction(async (tx) => {
    const [open] = await tx
      .select({
        otherId: otherMemberId(conversation, memberId),
        isShared: sql<number>`${hasBothPresent("showsSeen")}`,
      })
      .from(conversation)
      .where(and(eq(conversation.id, conversationId), canOpen(memberId)));
    if (!open) throw notFoundRefusal();
    const hasMoved = await moveMarker(tx, memberId, conversationId, number, Boolean(open.isShared));
    const hasSeen = await markReactionsSeen(tx, memberId, conversationId, number);
    if (hasMoved || hasSeen) await publishEvent(tx, "conversation", [memberId], conversationId);
    if (hasMoved && open.isShared) await publishEvent(tx, "seen", [open.otherId], conversationId);
    const isThis = eq(conversation.id, conversationId);
    const [left] = await tx
      .select({ unread: unreadCount(memberId) })
      .from(conversation)
      .where(isThis);
    if (left?.unread) return;
    // Notifications of reactions become read with the reactions.
    const kinds = kindsAbout("conversation").filter((kind) => kind !== "reaction");
    await readNotifications(tx, memberId, kinds, conversationId);
    const { lowId, highId, lowUnread, highUnread } = conversation;
    await tx
      .update(conversation)
      .set({
        lowUnread: sql`${lowUnread} and ${lowId} <> ${memberId}`,
        highUnread: sql`${highUnread} and ${highId} <> ${memberId}`,
      })
      .where(isThis);
  });
}

/** Moves a member's marker on to the other's last message up to `number`; returns whether it has moved. */
async function moveMarker(
  tx: Tx,
  memberId: number,
  conversationId: string,
  number: number,
  isShared: boolean,
): Promise<boolean> {
  const [shown] = await tx
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
    .limit(1);
  if (!shown) return false;
  const { sequence } = shown;
  const [moved] = await tx
    .insert(reading)
    .values({ conversationId, memberId, sequence, seen: isShared ? sequence : null })
    .onConflictDoUpdate({
      target: [reading.conversationId, reading.memberId],
      set: { sequence, seen: isShared ? sequence : sql`${reading.seen}` },
      setWhere: lt(reading.sequence, sequence),
    })
    .returning({ sequence: reading.sequence });
  return moved !== undefined;
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
        canOpen(memberId),
        hasBothPresent("showsSeen"),
      ),
    )
    .orderBy(desc(message.sequence))
    .limit(1);
  return last?.number ?? 0;
}
