// Writes a message within a change that does more, such as a goodbye.
import { conversation, message } from "db/schema";
import type { Tx } from "db/transaction.server";
import { and, eq } from "drizzle-orm";
import { publish } from "~/live/publish.server";
import { isKnownTo } from "~/models/access.server";
import { type ConversationDto, otherParticipant } from "../conversation";
import { deleteTyping } from "../typing.server";
import { isFlagged } from "./held-words.server";

type Written = {
  id: string;
  content: string;
  createdAt: Date;
  messageType?: string;
  metadata?: Record<string, unknown>;
};

/** Adds a message to a conversation that its sender may write in, which the caller has checked. A reply accepts a request. */
export async function writeMessage(
  tx: Tx,
  senderId: number,
  to: ConversationDto,
  written: Written,
): Promise<void> {
  const { createdAt } = written;
  await tx
    .insert(message)
    .values({ ...written, conversationId: to.id, senderId, isFlagged: isFlagged(written) });
  const isReply = !to.accepted && to.user1Id !== String(senderId);
  await tx
    .update(conversation)
    .set({ lastMessageAt: createdAt, ...(isReply ? { acceptedAt: createdAt } : {}) })
    .where(eq(conversation.id, to.id));
  await deleteTyping(senderId, to.id, tx);
  const otherId = Number(otherParticipant(to, senderId).id);
  const isKnown = await tx.$count(conversation, and(eq(conversation.id, to.id), isKnownTo(otherId)));
  await publish(tx, "message", {
    ...{ id: written.id, conversationId: to.id },
    ...{ members: isKnown ? membersOf(to) : [senderId], to: otherId },
  });
}

/** The ids of a conversation's members. */
export function membersOf({ user1Id, user2Id }: ConversationDto): number[] {
  return [Number(user1Id), Number(user2Id)];
}
