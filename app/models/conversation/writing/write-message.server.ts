// The one writer of messages: their conditions, the changes that go with a message, and why one may be refused.
import { randomUUID } from "node:crypto";
import { db } from "db/client.server";
import { once, runWithin } from "db/prepared.server";
import { conversation, heldRequest, member, message } from "db/schema";
import { holds, type Tx, transaction } from "db/transaction.server";
import { and, desc, eq, isNotNull, not, sql } from "drizzle-orm";
import { msg } from "~/language/text";
import { publish } from "~/live/publish.server";
import { canOpen, hasBothMembers, isKnownTo } from "~/models/access.server";
import { otherMemberId } from "~/models/pair.server";
import { duplicateIdRefusal, invalidAt, notFoundRefusal, Refusal } from "~/refusal";
import type { ConversationDto } from "../conversation";
import { rejectFinished } from "../conversation.server";
import type { MessageDto } from "../message";
import { toMessageDto } from "../message-list.server";
import type { MessageInput } from "../message-schema";
import { QUOTE_GONE } from "../quote/quote";
import { isQuotable } from "../quote/quote.server";
import { isUsedRequest } from "../request.server";
import type { AttachedContent } from "../share";
import { deleteTyping } from "../typing.server";
import { type Hold, judgeFirstMessage, notSentRefusal } from "./first-message-check.server";
import { isFlagged, rejectHeldWords, wordsOf } from "./held-words.server";

/** A new message with a file that is already stored. */
type AttachedMessage = { id: string; content: string; quotedId?: string } & AttachedContent;

/** A message to be written; `id` is the sender's. */
type Written = {
  id: string;
  conversationId: string;
  senderId: number;
  content: string;
  messageType?: string | null;
  metadata?: Record<string, unknown> | null;
  quotedId?: string;
};

/**
 * Adds a message, or returns the one that an earlier attempt added under this id: of the same kind, with the same quote and the
 * same text or share. Videos are the same if their addresses are.
 */
export async function insertMessage(
  memberId: number,
  conversationId: string,
  { id = randomUUID(), ...input }: MessageInput | AttachedMessage,
): Promise<MessageDto> {
  await rejectHeldWords(memberId, conversationId, wordsOf(input));
  const hold = await judgeFirstMessage(memberId, conversationId, wordsOf(input));
  const written = { ...input, id, conversationId, senderId: memberId };
  return transaction(async (tx) => {
    const [to] = await runWithin(tx, selectConversation(), { memberId, id: conversationId });
    if (!to) throw notFoundRefusal();
    const earlier = await findEarlierAttempt(tx, written);
    if (earlier) return earlier;
    rejectFinished(to);
    const { quotedId } = written;
    if (quotedId && !(await holds(tx, isQuotable(quotedId, conversationId))))
      throw invalidAt("quotedId", QUOTE_GONE);
    if (to.isUsed)
      throw new Refusal(
        "forbidden",
        msg("You can send one message until {firstName} replies.", { firstName: to.firstName }),
      );
    const added = await writeMessage(tx, to, written, hold);
    return hold ? { ...added, review: { state: "waiting", statement: "" } } : added;
  });
}

/**
 * Writes a message in a conversation, where the caller has checked that its sender may. A reply accepts a request, and `hold`
 * keeps one from its recipient. Refuses what would be held if a match has opened the conversation since (invalid, at
 * `content`).
 */
export async function writeMessage(
  tx: Tx,
  to: Pick<ConversationDto, "accepted" | "user1Id" | "user2Id">,
  written: Written,
  hold?: Hold,
): Promise<MessageDto> {
  const { id, conversationId, senderId } = written;
  const createdAt = new Date();
  if (hold && to.accepted) throw notSentRefusal(hold);
  if (hold)
    await tx
      .insert(heldRequest)
      .values({ conversationId, reason: hold.reason, heldAt: createdAt })
      .onConflictDoNothing();
  const number = sql`1 + coalesce(${lastNumber(tx, conversationId)}, 0)`;
  const [added] = await tx
    .insert(message)
    .values({ ...written, number, createdAt, isFlagged: isFlagged(written) })
    .returning();
  if (!added) throw notFoundRefusal();
  const isIn = eq(conversation.id, conversationId);
  const isRequest = !to.accepted && to.user1Id === String(senderId);
  await tx
    .update(conversation)
    .set({ lastMessageAt: createdAt, ...(to.accepted || isRequest ? {} : { acceptedAt: createdAt }) })
    .where(isIn);
  await deleteTyping(tx, senderId, conversationId);
  const otherId = Number(to.user1Id === String(senderId) ? to.user2Id : to.user1Id);
  // Even the number of an event would give away a request that the other doesn't see.
  const isKnown = !isRequest || (await tx.$count(conversation, and(isIn, isKnownTo(otherId)))) > 0;
  const members = isKnown ? [senderId, otherId] : [senderId];
  await publish(tx, "message", { id, conversationId, members, to: otherId });
  return toMessageDto(added);
}

/** The number of a conversation's last message, as the trigger message_number counts them. */
function lastNumber(tx: Tx, conversationId: string) {
  return tx
    .select({ number: message.number })
    .from(message)
    .where(eq(message.conversationId, conversationId))
    .orderBy(desc(message.sequence))
    .limit(1);
}

/** The message that an earlier attempt wrote under this id, if any. Refuses an id that is used for something else (conflict). */
export async function findEarlierAttempt(tx: Tx, written: Written): Promise<MessageDto | undefined> {
  const [sent] = await tx.select().from(message).where(eq(message.id, written.id));
  if (sent && !isSame(sent, written)) throw duplicateIdRefusal();
  return sent && toMessageDto(sent);
}

/** Whether two messages are the same one. A page restored by the Back button still has the id it sent, but maybe a new text. */
function isSame(sent: typeof message.$inferSelect, written: Written): boolean {
  const { senderId, conversationId, content, messageType = null, metadata = null, quotedId = null } = written;
  const isTo = sent.senderId === senderId && sent.conversationId === conversationId;
  if (!isTo || sent.messageType !== messageType || sent.quotedId !== quotedId) return false;
  // YouTube may have changed the video's title.
  if (messageType === "youtube_video") return sent.metadata?.youtubeUrl === metadata?.youtubeUrl;
  return sent.content === content && JSON.stringify(sent.metadata) === JSON.stringify(metadata);
}

/** A conversation that a member may open, and whether they may write in it. */
const selectConversation = once(() => {
  const me = sql.placeholder("memberId");
  const otherId = otherMemberId(conversation, me);
  return db
    .select({
      accepted: isNotNull(conversation.acceptedAt).mapWith(Boolean),
      user1Id: sql`${conversation.startedBy}`.mapWith(String),
      user2Id: sql`${otherMemberId(conversation, conversation.startedBy)}`.mapWith(String),
      closedAt: conversation.closedAt,
      hasLeft: not(hasBothMembers()).mapWith(Boolean),
      isUsed: isUsedRequest(me).mapWith(Boolean),
      firstName: member.firstName,
    })
    .from(conversation)
    .innerJoin(member, eq(member.id, otherId))
    .where(and(eq(conversation.id, sql.placeholder("id")), canOpen(me)))
    .prepare();
});
