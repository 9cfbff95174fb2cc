// How a message is written once: what has to hold, what changes with it, and why it may be refused.

import { randomUUID } from "node:crypto";
import { db } from "db/client.server";
import { insertFrom } from "db/insert-from.server";
import { type Given, once, withValues } from "db/prepared.server";
import { conversation, heldRequest, message } from "db/schema";
import { and, desc, eq, isNull, not, or, type Placeholder, type SQL, sql } from "drizzle-orm";
import { notify } from "~/live/outbox.server";
import { addEvents, addNotification } from "~/live/publish.server";
import { canOpen, hasBothMembers, hasNotPassedOn, isHidden } from "~/models/access.server";
import { isUsedRequest } from "~/models/conversation/request.server";
import { otherMemberId } from "~/models/pair.server";
import { duplicateIdRefusal, notFoundRefusal, Refusal } from "~/refusal";
import { type ConversationDto, otherParticipant } from "../conversation";
import { getConversation, rejectFinished } from "../conversation.server";
import type { MessageDto } from "../message";
import { toMessageDto } from "../message-list.server";
import type { MessageInput } from "../message-schema";
import { QUOTE_GONE } from "../quote/quote";
import { findQuote, isQuotable } from "../quote/quote.server";
import type { AttachedContent } from "../share";
import { deleteTyping } from "../typing.server";
import { type Hold, judgeFirstMessage, notSentRefusal } from "./first-message-check.server";
import { isFlagged, rejectHeldWords, wordsOf } from "./held-words.server";

/** A new message with a file, which is stored already. */
type AttachedMessage = { id: string; content: string; quotedId?: string } & AttachedContent;

/**
 * Inserts a message, or returns the one that an earlier attempt inserted under this id: of the same kind, with the same quote
 * and the same text or share. Videos are the same if their URLs are.
 */
export async function insertMessage(
  memberId: number,
  conversationId: string,
  input: MessageInput | AttachedMessage,
  youtubeUrl: string | null = null,
): Promise<MessageDto> {
  await rejectHeldWords(memberId, conversationId, wordsOf(input));
  const hold = await judgeFirstMessage(memberId, conversationId, wordsOf(input));
  const { content, messageType = null, metadata = null, quotedId = null, id = randomUUID() } = input;
  const written = {
    ...{ memberId, conversationId, id, content, messageType, metadata, youtubeUrl, quotedId },
    isFlagged: isFlagged(input),
  };
  const added = await insertHeldIfAllowed(written, hold);
  if (added) return added;
  const conversation = await getConversation(memberId, conversationId);
  if (!conversation) throw notFoundRefusal();
  const earlier = await findEarlierAttempt(written);
  if (earlier) return earlier;
  await throwReason(conversation, written);
  // A match may just have opened the conversation.
  const second = await insertHeldIfAllowed(written, hold);
  // Only a sender who has just deleted their account gets here.
  if (!second) throw new Refusal("forbidden", "Your message couldn't be sent.");
  return second;
}

/** A new message and its sender. `youtubeUrl` is a video's address. */
type Written = {
  memberId: number;
  conversationId: string;
  id: string;
  content: string;
  messageType: string | null;
  metadata: Record<string, unknown> | null;
  youtubeUrl: string | null;
  quotedId: string | null;
  isFlagged: boolean;
};

/**
 * Inserts a message that `hold`, if any, keeps from its recipient; resolves like `insertIfAllowed`. Refuses it if a match has
 * opened the conversation since it was judged (invalid, at `content`).
 */
async function insertHeldIfAllowed(written: Written, hold: Hold): Promise<MessageDto | undefined> {
  if (!hold) return insertIfAllowed(written);
  const { conversationId } = written;
  // First, so that there is no moment in which the recipient sees the message. A request without one is seen by nobody.
  const { rowsAffected } = await db
    .insert(heldRequest)
    .values({ conversationId, reason: hold.reason, heldAt: new Date() })
    .onConflictDoNothing();
  // From here on, no match opens the conversation.
  const isOpen = (await getConversation(written.memberId, conversationId))?.accepted;
  const added = isOpen ? undefined : await insertIfAllowed(written);
  if (added) return { ...added, review: { state: "waiting", statement: "" } };
  // An earlier message, if there is one, doesn't wait for a moderator.
  if (rowsAffected) await db.delete(heldRequest).where(eq(heldRequest.conversationId, conversationId));
  if (isOpen) throw notSentRefusal(hold);
  return undefined;
}

/** Inserts a message and all that changes with it; resolves with undefined if its sender may not write in the conversation. */
async function insertIfAllowed({ memberId, metadata, ...written }: Written): Promise<MessageDto | undefined> {
  const now = Date.now();
  const values = { ...written, memberId, metadata: metadata && JSON.stringify(metadata), now };
  const { insert, addEvents, updateConversation, addNotification, endTyping } = insertStatements();
  const [[added]] = await db.batch([
    withValues(insert, values),
    withValues(addEvents, values),
    withValues(updateConversation, values),
    withValues(addNotification, values),
    withValues(endTyping, values),
  ]);
  if (!added) return undefined;
  const { otherId, ...assigned } = added;
  notify([memberId, otherId]);
  const times = { createdAt: new Date(now), editedAt: null, deletedAt: null };
  return toMessageDto({ ...written, ...assigned, ...times, senderId: memberId, metadata });
}

/** The message that an earlier attempt inserted, if any. */
async function findEarlierAttempt({ metadata, ...written }: Written): Promise<MessageDto | undefined> {
  const [saved] = await selectSame().all({ ...written, metadata: metadata && JSON.stringify(metadata) });
  return saved && toMessageDto(saved);
}

/** Throws the reason why a message was not inserted, if there still is one. */
async function throwReason(conversation: ConversationDto, written: Written): Promise<void> {
  const { memberId, id, quotedId } = written;
  const { firstName, hasLeft } = otherParticipant(conversation, memberId);
  rejectFinished({ closedAt: conversation.closedAt, hasLeft });
  const [taken] = await db.select({ id: message.id }).from(message).where(eq(message.id, id));
  if (taken) throw duplicateIdRefusal();
  if (quotedId && !(await findQuote(conversation.id, quotedId)))
    throw new Refusal("invalid", QUOTE_GONE, { quotedId: QUOTE_GONE });
  if (!conversation.accepted && conversation.user1Id === String(memberId))
    throw new Refusal("forbidden", `You can send one message until ${firstName} replies.`);
}

/** The statements of a new message, in order. Those between the first and the last act only if the first has added it. */
const insertStatements = once(() => {
  const [memberId, conversationId] = [given("memberId"), given("conversationId")];
  const [id, now] = [given("id"), given("now")];
  const isIn = eq(conversation.id, conversationId);
  const { lowId, highId } = conversation;
  const otherId = otherMemberId(conversation, memberId);
  // Even the number of an event would tell the other of a request that they don't see.
  const isUnseen = and(
    isNull(conversation.acceptedAt),
    or(isHidden(conversation.id), not(hasNotPassedOn(otherId, sql`${memberId}`))),
  );
  const members = db
    .select({ ids: sql`iif(${isUnseen}, json_array(${memberId}), json_array(${lowId}, ${highId}))` })
    .from(conversation)
    .where(isIn);
  const justAdded = sql`changes() > 0`;
  return {
    insert: buildInsert().prepare(),
    addEvents: addEvents(sql`${members}`, "message", id, justAdded, now).prepare(),
    updateConversation: db
      .update(conversation)
      .set({
        lastMessageAt: sql`${now}`,
        acceptedAt: sql`coalesce(${conversation.acceptedAt}, case when ${conversation.startedBy} <> ${memberId} then ${now} end)`,
      })
      .where(and(isIn, justAdded))
      .prepare(),
    addNotification: addNotification("message", {
      to: otherId,
      subjectId: conversationId,
      from: sql`${conversation}`,
      where: and(isIn, justAdded),
      at: now,
    }).prepare(),
    endTyping: deleteTyping(memberId, conversationId).prepare(),
  };
});

/** The statement that adds the message if its sender may write in the conversation. */
function buildInsert() {
  const [memberId, conversationId] = [given("memberId"), given("conversationId")];
  const quotedId = given("quotedId");
  const isIn = eq(conversation.id, conversationId);
  const last = db
    .select({ number: message.number })
    .from(message)
    .where(eq(message.conversationId, conversationId))
    .orderBy(desc(message.sequence))
    .limit(1);
  const row = {
    sequence: sql`null`,
    id: given("id"),
    conversationId: conversation.id,
    senderId: memberId,
    content: given("content"),
    messageType: given("messageType"),
    metadata: given("metadata"),
    createdAt: given("now"),
    number: sql`1 + coalesce(${last}, 0)`,
    editedAt: null,
    deletedAt: null,
    quotedId,
    isFlagged: given("isFlagged"),
  };
  const mayWrite = and(
    isIn,
    canOpen(memberId),
    isNull(conversation.closedAt),
    hasBothMembers(),
    not(isUsedRequest(memberId)),
    or(isNull(quotedId), isQuotable(quotedId, conversationId)),
  );
  const otherId = db
    .select({ otherId: otherMemberId(conversation, memberId) })
    .from(conversation)
    .where(isIn);
  return insertFrom(db, message, row, (select) => select.from(conversation).where(mayWrite))
    .onConflictDoNothing()
    .returning({ sequence: message.sequence, number: message.number, otherId: sql<number>`${otherId}` });
}

/** The message that an earlier attempt inserted. */
const selectSame = once(() => {
  const [content, messageType, metadata] = [given("content"), given("messageType"), given("metadata")];
  const youtubeUrl = given("youtubeUrl");
  return db
    .select()
    .from(message)
    .where(
      and(
        isOwn(given("memberId"), given("conversationId"), given("id")),
        // A page restored by the Back button still has the id it sent, but maybe a new text.
        sql`(${messageType} is 'youtube_video' or ${message.content} = ${content})`,
        sql`${message.messageType} is ${messageType}`,
        sql`${message.quotedId} is ${given("quotedId")}`,
        sql`iif(${youtubeUrl} is null, ${message.metadata} is ${metadata}, ${message.metadata} ->> 'youtubeUrl' = ${youtubeUrl})`,
      ),
    )
    .prepare();
});

function given(name: string): Placeholder {
  return sql.placeholder(name);
}

/** True for a member's own message in a conversation. */
export function isOwn(
  memberId: Given<number>,
  conversationId: Given<string>,
  id: Given<string>,
): SQL | undefined {
  return and(eq(message.id, id), eq(message.senderId, memberId), eq(message.conversationId, conversationId));
}
