// A like that quotes a photo or an answer with a note, which becomes the first message of a request.
import { randomUUID } from "node:crypto";
import { db } from "db/client.server";
import { conversation, message } from "db/schema";
import { hasRow, holds, type Tx, transaction } from "db/transaction.server";
import { and, eq, isNotNull, isNull, not, or, sql } from "drizzle-orm";
import { hasMatch, isConnected } from "~/models/access.server";
import { type ConversationDto, otherParticipant } from "~/models/conversation/conversation";
import { rejectFinished } from "~/models/conversation/conversation.server";
import type { MessageDto } from "~/models/conversation/message";
import { completeMessages, toMessageDto } from "~/models/conversation/message-list.server";
import { noteMessages } from "~/models/conversation/profile-quote/profile-quote";
import { readQuote } from "~/models/conversation/profile-quote/profile-quote.server";
import type { NoteInput } from "~/models/conversation/profile-quote/profile-quote-schema";
import {
  findConversationWith,
  isUsedRequest,
  openConversation,
  UNAVAILABLE,
} from "~/models/conversation/request.server";
import { judgeFirstMessage, notSentRefusal } from "~/models/conversation/writing/first-message-check.server";
import { rejectHeldWordsIn } from "~/models/conversation/writing/held-words.server";
import { writeMessage } from "~/models/conversation/writing/write-message.server";
import { isOfPair, pairInStatement, pairOf } from "~/models/pair.server";
import { consumeRateLimit } from "~/models/rate-limit.server";
import { duplicateIdRefusal, Refusal } from "~/refusal";
import { like } from "./decision.server";

/**
 * The outcome of a like with a note; `message` is null if an earlier request that was taken back is open again in its place.
 */
type NotedLike = { mutual: boolean; conversation: ConversationDto; message: MessageDto | null };

/** The outcome, and whether this like made the match; a repeat of it doesn't. */
type NotedLikeResult = NotedLike & { isNewMatch: boolean };

/**
 * Likes a member and writes to them about a photo or an answer on their profile: the first message of a request, or one more
 * after a match. The same id from the same member is the same message. If the member took a request back earlier, that is
 * opened again instead, with its own message: nobody gets a second request from the same member. Refuses anyone they can't see
 * (absent), what the profile doesn't show (invalid, at `quote`), a held word in a first message (invalid, at `content`), a
 * second message before a request is answered (conflict, at `content`), a closed conversation (forbidden), an id that is used
 * for something else (conflict), more than 60 likes a minute, and more than 20 new conversations an hour (too-many). A refused
 * one has changed nothing, except when the like makes a match and the checking service would hold the note: the match stands,
 * and the refusal says that the other likes them, too.
 */
export async function likeWithNote(memberId: number, input: NoteInput): Promise<NotedLikeResult> {
  const { targetUserId, id = randomUUID(), content, quote } = input;
  await consumeRateLimit("like", memberId);
  const open = await findConversationWith(db, memberId, targetUserId);
  if (!open) await consumeRateLimit("conversation", memberId);
  const hold = await judgeFirstMessage(memberId, open, content);
  const liked = await transaction(async (tx) => {
    if (await isSent(tx, memberId, id, input))
      return { ...(await readOutcome(tx, memberId, targetUserId, id)), isNewMatch: false };
    const { mutual, isNewMatch } = await like(tx, memberId, targetUserId);
    const metadata = await readQuote(tx, memberId, targetUserId, quote);
    // Thrown here, the refusal would undo the match.
    if (hold && mutual) return notSentRefusal(hold);
    const opened = await openConversation(tx, memberId, targetUserId);
    const { conversation } = await readOutcome(tx, memberId, targetUserId);
    if (opened === "reopened") return { mutual, conversation, message: null, isNewMatch };
    await rejectSecondMessage(tx, conversation, memberId);
    rejectHeldWordsIn(conversation, memberId, content);
    const note = { id, conversationId: conversation.id, senderId: memberId, content };
    await writeMessage(tx, conversation, { ...note, messageType: "profile_quote", metadata }, hold);
    return { ...(await readOutcome(tx, memberId, targetUserId, id)), isNewMatch };
  });
  if (liked instanceof Refusal) throw liked;
  const [message = null] = liked.message ? await completeMessages([liked.message]) : [];
  return { ...liked, message };
}

/** Whether an earlier attempt has sent the same note. Refuses an id that is used for something else (conflict). */
async function isSent(
  tx: Tx,
  memberId: number,
  id: string,
  { targetUserId, content, quote }: NoteInput,
): Promise<boolean> {
  const pair = pairOf(memberId, targetUserId);
  const [sent] = await tx
    .select({ message, lowId: conversation.lowId, highId: conversation.highId })
    .from(message)
    .innerJoin(conversation, eq(conversation.id, message.conversationId))
    .where(eq(message.id, id));
  if (!sent) return false;
  const isToThem = sent.lowId === pair.lowId && sent.highId === pair.highId;
  const { senderId, messageType, metadata } = sent.message;
  const isSame =
    senderId === memberId && isToThem && sent.message.content === content && messageType === "profile_quote";
  const quoted = Object.entries(quote).every(([name, value]) => metadata?.[name] === value);
  if (!isSame || !quoted) throw duplicateIdRefusal();
  return true;
}

/** The conversation with a member as it is now, whether the two match, and the message with this id. */
async function readOutcome(tx: Tx, memberId: number, targetId: number, id?: string): Promise<NotedLike> {
  const conversation = await findConversationWith(tx, memberId, targetId);
  if (!conversation) throw new Refusal("absent", UNAVAILABLE);
  const mutual = await holds(tx, hasMatch(pairOf(memberId, targetId)));
  const [sent] = id === undefined ? [] : await tx.select().from(message).where(eq(message.id, id));
  return { mutual, conversation, message: sent ? toMessageDto(sent) : null };
}

/**
 * Refuses another message in a request that waits for its answer (conflict, at `content`), and one after a goodbye or to a
 * member who has just deleted their account.
 */
async function rejectSecondMessage(tx: Tx, opened: ConversationDto, memberId: number): Promise<void> {
  rejectFinished({ closedAt: opened.closedAt, hasLeft: opened.user1.hasLeft || opened.user2.hasLeft });
  if (!(await tx.$count(conversation, and(eq(conversation.id, opened.id), isUsedRequest(memberId))))) return;
  const message = noteMessages.used(otherParticipant(opened, memberId).firstName);
  throw new Refusal("conflict", message, { content: message });
}

/** Whether a note to a member would be sent; see `findNotable()`. */
export async function canSendNote(memberId: number, targetId: number): Promise<boolean> {
  return (await findNotable(memberId, [targetId])).has(targetId);
}

/**
 * The members among these to whom a note would be sent: not while a request to them waits or was taken back, or after a
 * goodbye.
 */
export async function findNotable(memberId: number, targetIds: number[]): Promise<Set<number>> {
  if (!targetIds.length) return new Set();
  const id = sql<number>`target.value`;
  const pair = pairInStatement(memberId, id);
  const isUsed = and(isUsedRequest(memberId), not(isConnected(pair)));
  const isClosed = and(isNull(conversation.endedAt), isNotNull(conversation.closedAt));
  const hasAnother = hasRow(conversation, and(isOfPair(conversation, pair), or(isUsed, isClosed)));
  const rows = await db
    .select({ id })
    .from(sql`json_each(${JSON.stringify(targetIds)}) as target`)
    .where(not(hasAnother));
  return new Set(rows.map((row) => row.id));
}
