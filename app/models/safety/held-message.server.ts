// First messages that wait for a moderator, because the checking service holds them.
import { db } from "db/client.server";
import { conversation, heldRequest, member, message } from "db/schema";
import { type Database, holds, transaction } from "db/transaction.server";
import { and, asc, eq, isNull, ne, sql } from "drizzle-orm";
import { alias } from "drizzle-orm/sqlite-core";
import { msg } from "~/language/text";
import { publish, publishEvent } from "~/live/publish.server";
import { hasMatch } from "~/models/access.server";
import { withdrawNotification } from "~/models/notification/notification-reading.server";
import type { MessageReviewInput } from "~/models/safety/review-schema";
import { Refusal } from "~/refusal";
import { citeSection } from "./sanctions/sanction.server";
import { fullName, logAction } from "./staff/moderation-log.server";

const PAGE_SIZE = 24;
const recipient = alias(member, "recipient");

/** A message that nobody but its sender sees yet; `reason` is the service's. */
export type HeldMessage = {
  conversationId: string;
  memberId: string;
  memberName: string;
  content: string;
  reason: string;
  heldAt: string;
};

/** Up to 24 messages that wait, oldest first, without those by or to the moderator. */
export async function listHeldMessages(moderatorId: number): Promise<HeldMessage[]> {
  const rows = await selectHeld(moderatorId).orderBy(asc(heldRequest.heldAt)).limit(PAGE_SIZE);
  return rows.map(({ held, said, memberName }) => ({
    conversationId: held.conversationId,
    memberId: String(said.senderId),
    memberName,
    content: [said.content, ...Object.values(said.metadata ?? {})]
      .filter((text) => typeof text === "string")
      .join("\n"),
    reason: held.reason,
    heldAt: held.heldAt.toISOString(),
  }));
}

/** How many messages wait for this moderator. */
export async function countHeldMessages(moderatorId: number): Promise<number> {
  return db.$count(selectHeld(moderatorId).as("waiting"));
}

function selectHeld(moderatorId: number, on: Database = db, conversationId?: string) {
  return on
    .select({ held: heldRequest, conversation, said: message, memberName: fullName(member) })
    .from(heldRequest)
    .innerJoin(conversation, eq(conversation.id, heldRequest.conversationId))
    .innerJoin(
      message,
      and(eq(message.conversationId, conversation.id), eq(message.senderId, conversation.startedBy)),
    )
    .innerJoin(member, eq(member.id, message.senderId))
    .innerJoin(
      recipient,
      sql`${recipient.id} = ${conversation.lowId} + ${conversation.highId} - ${conversation.startedBy}`,
    )
    .where(
      and(
        isNull(heldRequest.refusedAt),
        isNull(message.deletedAt),
        isNull(conversation.endedAt),
        isNull(member.withdrawnAt),
        ne(member.id, moderatorId),
        ne(recipient.id, moderatorId),
        conversationId === undefined ? undefined : eq(heldRequest.conversationId, conversationId),
      ),
    )
    .$dynamic();
}

/**
 * Delivers a held message as if it had just been sent, or refuses it with a sentence for its sender. Refuses one that is
 * decided or gone, one by or to the moderator (conflict), and a cited section that the rules lack (invalid).
 */
export async function reviewMessage(
  moderatorId: number,
  conversationId: string,
  { outcome, ...decided }: MessageReviewInput,
): Promise<void> {
  const statement = citeSection(decided);
  await transaction(async (tx) => {
    const [waiting] = await selectHeld(moderatorId, tx, conversationId);
    if (!waiting) throw new Refusal("conflict", msg("This message was already decided or deleted."));
    const { said, conversation: opened } = waiting;
    const { lowId, highId, startedBy } = opened;
    const otherId = lowId + highId - startedBy;
    const isHeld = eq(heldRequest.conversationId, conversationId);
    // Not translated: the log is kept in English.
    const detail = outcome === "approve" ? "Approved" : "Rejected";
    await logAction(tx, { actorId: moderatorId, action: "message-reviewed", memberId: startedBy, detail });
    if (outcome === "reject") {
      await tx.update(heldRequest).set({ refusedAt: new Date(), statement }).where(isHeld);
      await publishEvent(tx, "reset", [startedBy]);
      return;
    }
    await tx.delete(heldRequest).where(isHeld);
    const now = new Date();
    // The two may have matched while it waited.
    const acceptedAt = (await holds(tx, hasMatch({ lowId, highId }))) ? now : opened.acceptedAt;
    await tx
      .update(conversation)
      .set({ lastMessageAt: now, acceptedAt })
      .where(eq(conversation.id, conversationId));
    await tx.update(message).set({ createdAt: now }).where(eq(message.id, said.id));
    // The recipient never got a push or mail about the notification that came with the message.
    await withdrawNotification(tx, otherId, "message", conversationId);
    await publish(tx, "message", { id: said.id, conversationId, members: [lowId, highId], to: otherId });
    await publishEvent(tx, "reset", [startedBy]);
  });
}
