// Goodbyes: a last message closes a conversation for both, until the one who wrote it reopens it.
import { randomUUID } from "node:crypto";
import { conversation, typing } from "db/schema";
import { type Tx, transaction } from "db/transaction.server";
import { and, eq } from "drizzle-orm";
import { msg } from "~/language/text";
import { publishEvent } from "~/live/publish.server";
import { canOpen } from "~/models/access.server";
import { consumeRateLimit } from "~/models/rate-limit.server";
import { notFoundRefusal, Refusal } from "~/refusal";
import type { ConversationDto } from "./conversation";
import { closedRefusal, leftRefusal, selectConversations, toConversationDto } from "./conversation.server";
import type { GoodbyeInput } from "./conversation-schema";
import { endJointPlays } from "./joint-play/joint-play-end.server";
import { endPlans } from "./plan/plan-state.server";
import { rejectHeldMessage } from "./writing/first-message-check.server";
import { findEarlierAttempt, writeMessage } from "./writing/write-message.server";

/**
 * Says goodbye: adds a message and closes the conversation for both. Closing it twice changes nothing, and neither does a
 * repeat with the same id and text, even after it was reopened.
 * Refuses a conversation the member may not open (absent), a request and one with a former member (forbidden), one that the
 * other has closed and an id that is used for something else (conflict), first words that the checking service refuses or would
 * hold (invalid, at `content`), and more than 30 messages in 10 seconds (too-many).
 */
export async function sayGoodbye(
  memberId: number,
  conversationId: string,
  { id = randomUUID(), content }: GoodbyeInput,
): Promise<ConversationDto> {
  await consumeRateLimit("message", memberId);
  await rejectHeldMessage(memberId, conversationId, content);
  return transaction(async (tx) => {
    const before = await findOpen(tx, memberId, conversationId);
    if (before.closedBy === String(memberId)) return before;
    const goodbye = { id, conversationId, senderId: memberId, content };
    if (await findEarlierAttempt(tx, goodbye)) return before;
    if (before.closedAt) throw closedRefusal("conflict");
    if (!before.accepted)
      throw new Refusal("forbidden", msg("You can say goodbye once the request is accepted."));
    if (before.user1.hasLeft || before.user2.hasLeft) throw leftRefusal();
    const { createdAt } = await writeMessage(tx, before, goodbye);
    await tx
      .update(conversation)
      .set({ closedAt: new Date(createdAt), closedById: memberId })
      .where(eq(conversation.id, conversationId));
    await tx.delete(typing).where(eq(typing.conversationId, conversationId));
    await endJointPlays(tx, eq(conversation.id, conversationId));
    await endPlans(tx, eq(conversation.id, conversationId));
    await publishEvent(tx, "conversation", membersOf(before), conversationId);
    return findOpen(tx, memberId, conversationId);
  });
}

/**
 * Reopens a conversation that the member has closed. One that isn't closed stays as it is. Refuses a conversation the member
 * may not open (absent), and one that the other has closed (forbidden).
 */
export async function reopenConversation(memberId: number, conversationId: string): Promise<void> {
  await transaction(async (tx) => {
    const before = await findOpen(tx, memberId, conversationId);
    if (!before.closedAt) return;
    if (before.closedBy !== String(memberId))
      throw new Refusal("forbidden", msg("Only the one who said goodbye can reopen this conversation."));
    await tx
      .update(conversation)
      .set({ closedAt: null, closedById: null })
      .where(eq(conversation.id, conversationId));
    await publishEvent(tx, "conversation", membersOf(before), conversationId);
  });
}

/** A conversation that the member may open, closed or not. */
async function findOpen(tx: Tx, memberId: number, id: string): Promise<ConversationDto> {
  const [row] = await selectConversations(memberId, and(eq(conversation.id, id), canOpen(memberId)), tx);
  if (!row) throw notFoundRefusal();
  return toConversationDto(row);
}

/** The ids of a conversation's members. */
function membersOf({ user1Id, user2Id }: ConversationDto): number[] {
  return [Number(user1Id), Number(user2Id)];
}
