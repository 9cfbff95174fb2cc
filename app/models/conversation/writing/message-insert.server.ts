// How a message is written once: what has to hold, what changes with it, and why it may be refused.
import { randomUUID } from "node:crypto";
import { db } from "db/client.server";
import { type Given, once, withValues } from "db/prepared.server";
import { conversation, message } from "db/schema";
import { and, desc, eq, isNotNull, isNull, ne, or, type Placeholder, type SQL, sql } from "drizzle-orm";
import { insertNotifications } from "~/live/notification-rows.server";
import { enqueueEvent, notify } from "~/live/outbox.server";
import { canView, hasBothMembers } from "~/models/availability.server";
import { otherMemberId } from "~/models/pair.server";
import { duplicateIdRefusal, notFoundRefusal, Refusal } from "~/refusal";
import { otherParticipant } from "../conversation";
import { closedRefusal, getConversation } from "../conversation.server";
import type { MessageDto } from "../message";
import { toMessageDto } from "../message-list.server";
import type { MessageInput } from "../message-schema";
import { QUOTE_GONE } from "../quote/quote";
import { findQuote, isQuotable } from "../quote/quote.server";
import type { AttachedContent } from "../share";
import { deleteTyping } from "../typing.server";
import { findHeldWord, rejectHeldWordsIn } from "./held-words.server";

/** A new message with a file, which is stored already. */
type AttachedMessage = { id: string; content: string; quotedId?: string } & AttachedContent;

/**
 * Inserts a message, or finds the one an earlier attempt inserted: of the same kind, with the same quote and the same share,
 * which is told by its address for a video.
 */
export async function insertMessage(
  memberId: number,
  conversationId: string,
  input: MessageInput | AttachedMessage,
  youtubeUrl: string | null = null,
): Promise<MessageDto> {
  await rejectHeldWords(memberId, conversationId, input);
  const { content, messageType = null, metadata = null, quotedId = null, id = randomUUID() } = input;
  const written = { memberId, conversationId, id, content, messageType, metadata, youtubeUrl, quotedId };
  const saved =
    (await insertOnce(written)) ??
    (await findEarlierAttempt(written)) ??
    // Retry once: a match may just have opened the conversation.
    (await insertOnce(written));
  // Only a sender who has just deleted their account gets here.
  if (!saved) throw new Refusal("forbidden", "Your message couldn't be sent.");
  return saved;
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
};

/** Inserts a message and all that changes with it; resolves with undefined if its sender may not write in the conversation. */
async function insertOnce({ memberId, metadata, ...written }: Written): Promise<MessageDto | undefined> {
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

/** Refuses as `rejectHeldWordsIn` does, and reads the conversation only for a text that contains a held word. */
export async function rejectHeldWords(
  memberId: number,
  conversationId: string,
  input: Pick<MessageInput | AttachedMessage, "content" | "metadata">,
) {
  const text = [input.content, ...Object.values(input.metadata ?? {})].join("\n");
  if (findHeldWord(text) === undefined) return;
  const conversation = await getConversation(memberId, conversationId);
  if (conversation) rejectHeldWordsIn(conversation, memberId, text);
}

/**
 * Returns the message that an earlier attempt inserted, throws the reason for the refusal, or resolves with undefined if there is
 * no reason anymore.
 */
async function findEarlierAttempt({ metadata, ...written }: Written): Promise<MessageDto | undefined> {
  const { memberId, conversationId, id, quotedId } = written;
  const conversation = await getConversation(memberId, conversationId);
  if (!conversation) throw notFoundRefusal();
  const [saved] = await selectSame().all({ ...written, metadata: metadata && JSON.stringify(metadata) });
  if (saved) return toMessageDto(saved);
  if (conversation.closedAt) throw closedRefusal();
  const { firstName, hasLeft } = otherParticipant(conversation, memberId);
  if (hasLeft) throw new Refusal("forbidden", "This member has left B-Side.");
  const [taken] = await db.select({ id: message.id }).from(message).where(eq(message.id, id));
  if (taken) throw duplicateIdRefusal();
  if (quotedId && !(await findQuote(conversationId, quotedId)))
    throw new Refusal("invalid", QUOTE_GONE, { quotedId: QUOTE_GONE });
  if (!conversation.accepted && conversation.user1Id === String(memberId))
    throw new Refusal("forbidden", `You can send one message until ${firstName} replies.`);
  return undefined;
}

/** The statements of a new message, in order. Those between the first and the last act only if the first has added it. */
const insertStatements = once(() => {
  const [memberId, conversationId] = [given("memberId"), given("conversationId")];
  const [id, now] = [given("id"), given("now")];
  const isIn = eq(conversation.id, conversationId);
  const { lowId, highId } = conversation;
  const members = db
    .select({ ids: sql`json_array(${lowId}, ${highId})` })
    .from(conversation)
    .where(isIn);
  const justAdded = sql`changes() > 0`;
  return {
    insert: insertIfAllowed().prepare(),
    addEvents: enqueueEvent(sql`${members}`, "message", id, justAdded, now).prepare(),
    updateConversation: db
      .update(conversation)
      .set({
        lastMessageAt: sql`${now}`,
        acceptedAt: sql`coalesce(${conversation.acceptedAt}, case when ${conversation.startedBy} <> ${memberId} then ${now} end)`,
      })
      .where(and(isIn, justAdded))
      .prepare(),
    addNotification: insertNotifications("message", {
      to: otherMemberId(conversation, memberId),
      subjectId: conversationId,
      from: sql`${conversation}`,
      where: and(isIn, justAdded),
      at: now,
    }).prepare(),
    endTyping: deleteTyping(memberId, conversationId).prepare(),
  };
});

/** Adds the message if its sender may write in the conversation. */
function insertIfAllowed() {
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
    sequence: sql`null`.as("sequence"),
    id: sql`${given("id")}`.as("id"),
    conversationId: conversation.id,
    senderId: sql`${memberId}`.as("sender_id"),
    content: sql`${given("content")}`.as("content"),
    messageType: sql`${given("messageType")}`.as("message_type"),
    metadata: sql`${given("metadata")}`.as("metadata"),
    createdAt: sql`${given("now")}`.as("created_at"),
    number: sql`1 + coalesce(${last}, 0)`.as("number"),
    editedAt: sql`null`.as("edited_at"),
    deletedAt: sql`null`.as("deleted_at"),
    quotedId: sql`${quotedId}`.as("quoted_id"),
  };
  const mayWrite = and(
    ...[isIn, canView(memberId), isNull(conversation.closedAt), hasBothMembers()],
    or(
      isNotNull(conversation.acceptedAt),
      ne(conversation.startedBy, memberId),
      // Asked of the conversation, because its messages are deleted before it.
      isNull(conversation.lastMessageAt),
    ),
    or(isNull(quotedId), isQuotable(quotedId, conversationId)),
  );
  const otherId = db
    .select({ otherId: otherMemberId(conversation, memberId) })
    .from(conversation)
    .where(isIn);
  return db
    .insert(message)
    .select(db.select(row).from(conversation).where(mayWrite))
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
