// Messages: written once, in the server's order, read by both members of a conversation.
import { randomUUID } from "node:crypto";
import { db } from "db/client.server";
import { type Given, once, withValues } from "db/prepared.server";
import { conversation, message } from "db/schema";
import {
  and,
  asc,
  desc,
  eq,
  gt,
  gte,
  isNotNull,
  isNull,
  lt,
  lte,
  min,
  ne,
  or,
  type Placeholder,
  type SQL,
  sql,
} from "drizzle-orm";
import { alias } from "drizzle-orm/sqlite-core";
import { insertNotifications } from "~/live/notification-rows.server";
import { enqueueEvent, notify } from "~/live/outbox.server";
import { canView, hasBothMembers } from "~/models/availability.server";
import { hideMissingPreviews, previewOf } from "~/models/music/preview.server";
import { otherMemberId } from "~/models/pair.server";
import { consumeRateLimit } from "~/models/rate-limit.server";
import { duplicateIdRefusal, notFoundRefusal, Refusal } from "~/refusal";
import { otherParticipant, toConversationRow } from "./conversation";
import { closedRefusal, getConversation } from "./conversation.server";
import { findHeldWord, rejectHeldWordsIn } from "./held-words.server";
import { fetchLinkDetails, withLinkDetails } from "./link-details.server";
import { type Chat, MESSAGE_PAGE, type MessageDto } from "./message";
import type { MessageInput, MessagePage, VideoInput } from "./message-schema";
import { type StoredQuote, toQuoteMetadata } from "./profile-quote/profile-quote";
import { withQuotedPhotos } from "./profile-quote/profile-quote.server";
import { QUOTE_GONE } from "./quote/quote";
import { findQuote, isQuotable, withQuotes } from "./quote/quote.server";
import { withReactions } from "./reaction.server";
import { hasNewReactions } from "./reaction-news.server";
import { getSeen } from "./read-marker.server";
import { type AttachedContent, defaultNote, linkOf, type MessageContent, parseVideo } from "./share";
import { deleteTyping } from "./typing.server";

/** A new message with a file, which is stored already. */
type AttachedMessage = { id: string; content: string; quotedId?: string } & AttachedContent;

const cursorMessage = alias(message, "cursor_message");

/**
 * A page of messages, newest first: the newest 50, the 50 before the message `before`, the first 50 after the message
 * `after`, or 50 from the 24th before the message `around`; none if there is no such message. Undefined for a conversation
 * the member may not open.
 */
export async function listMessages(
  memberId: number,
  conversationId: string,
  { before, after, around }: MessagePage = {},
): Promise<MessageDto[] | undefined> {
  const isForward = after !== undefined || around !== undefined;
  const sequenceOf = (id: string) =>
    sql`${db
      .select({ sequence: cursorMessage.sequence })
      .from(cursorMessage)
      .where(and(eq(cursorMessage.id, id), eq(cursorMessage.conversationId, conversationId)))}`;
  const startAround = (id: string) => {
    const upTo = db
      .select({ sequence: cursorMessage.sequence })
      .from(cursorMessage)
      .where(
        and(eq(cursorMessage.conversationId, conversationId), lte(cursorMessage.sequence, sequenceOf(id))),
      )
      .orderBy(desc(cursorMessage.sequence))
      .limit(MESSAGE_PAGE / 2)
      .as("up_to");
    return sql`${db.select({ sequence: min(upTo.sequence) }).from(upTo)}`;
  };
  const [opened, rows] = await db.batch([
    db.select({ id: conversation.id }).from(conversation).where(isOpen(memberId, conversationId)),
    db
      .select()
      .from(message)
      .where(
        and(
          eq(message.conversationId, conversationId),
          before === undefined ? undefined : lt(message.sequence, sequenceOf(before)),
          after === undefined ? undefined : gt(message.sequence, sequenceOf(after)),
          around === undefined ? undefined : gte(message.sequence, startAround(around)),
        ),
      )
      .orderBy(isForward ? asc(message.sequence) : desc(message.sequence))
      .limit(MESSAGE_PAGE),
  ]);
  if (!opened.length) return undefined;
  return completeMessages((isForward ? rows.reverse() : rows).map(toMessageDto));
}

/** A chat with a page of its messages; undefined if the member may not open it. */
export async function getChat(
  memberId: number,
  id: string,
  page: MessagePage = {},
): Promise<Chat | undefined> {
  const [conversation, messages, seen, hasNews] = await Promise.all([
    getConversation(memberId, id),
    listMessages(memberId, id, page),
    getSeen(memberId, id),
    hasNewReactions(memberId, id),
  ]);
  if (!conversation || !messages) return undefined;
  const { partner, status, unreadCount } = toConversationRow(conversation, memberId);
  const oldest = messages.at(-1);
  const hasEarlier =
    page.around === undefined ? messages.length === MESSAGE_PAGE : (oldest?.sequence ?? 1) > 1;
  return {
    ...{ id, partner, status, seen, messages: [...messages].reverse() },
    hasEarlier,
    isNew: unreadCount > 0 || hasNews,
  };
}

/**
 * Adds a message; the same id from the same sender is the same message. A reply accepts a message request.
 * Refuses a conversation the member may not open (absent), a closed one, a second message before a request is answered or
 * one to a former member (forbidden), a held word in the first message or a quoted message that isn't in the conversation or was
 * deleted (invalid), an id that is already used for something else (conflict), and more than 30 in 10 seconds (too-many).
 */
export async function addMessage(
  memberId: number,
  conversationId: string,
  input: MessageInput,
): Promise<MessageDto> {
  await consumeRateLimit("message", memberId);
  const address = input.messageType && linkOf(input);
  // Other sites are asked only for members who may open the conversation.
  if (address && !(await getConversation(memberId, conversationId))) throw notFoundRefusal();
  const details = address ? await fetchLinkDetails(input) : undefined;
  const inserted = await insertMessage(memberId, conversationId, input);
  const [added = inserted] = await withQuotes([inserted]);
  return details ? { ...added, link: details } : added;
}

/**
 * Adds a video with YouTube's title and thumbnail, or defaults. YouTube is asked once per message: a repeat returns the
 * saved one. Refuses as `addMessage` does.
 */
export async function addVideo(
  memberId: number,
  conversationId: string,
  { id = randomUUID(), youtubeUrl }: VideoInput,
): Promise<MessageDto> {
  await consumeRateLimit("message", memberId);
  const conversation = await getConversation(memberId, conversationId);
  const video = parseVideo(youtubeUrl);
  if (!conversation || !video) throw notFoundRefusal();
  const isSameVideo = sql`${message.metadata} ->> 'youtubeUrl' = ${video.metadata.youtubeUrl}`;
  const [existing] = await db
    .select()
    .from(message)
    .where(and(isOwn(memberId, conversationId, id), eq(message.messageType, video.messageType), isSameVideo));
  if (!existing && conversation.closedAt) throw closedRefusal();
  const link = await fetchLinkDetails(video);
  if (existing) return { ...toMessageDto(existing), ...(link ? { link } : {}) };
  const described = parseVideo(youtubeUrl, { title: link?.title }) ?? video;
  const input = { ...described, id, content: defaultNote(described) };
  const added = await insertMessage(memberId, conversationId, input, video.metadata.youtubeUrl);
  return link ? { ...added, link } : added;
}

/** Refuses a first message that contains a held word (invalid, at `content`). After a reply, anything goes. */
export async function rejectHeldWords(
  memberId: number,
  conversationId: string,
  input: Pick<MessageInput | AttachedMessage, "content" | "metadata">,
) {
  const text = [input.content, ...Object.values(input.metadata ?? {})].join("\n");
  // Most messages have none, and need no look at their conversation.
  if (findHeldWord(text) === undefined) return;
  const conversation = await getConversation(memberId, conversationId);
  if (conversation) rejectHeldWordsIn(conversation, memberId, text);
}

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
  const now = Date.now();
  const values = {
    ...{ memberId, conversationId, id, content, messageType, youtubeUrl, quotedId, now },
    metadata: metadata && JSON.stringify(metadata),
  };
  const { insert, addEvents, updateConversation, addNotification, endTyping } = insertStatements();
  const [[added]] = await db.batch([
    withValues(insert, values),
    withValues(addEvents, values),
    withValues(updateConversation, values),
    withValues(addNotification, values),
    withValues(endTyping, values),
  ]);
  if (added) {
    const { otherId, ...assigned } = added;
    notify([memberId, otherId]);
    const createdAt = new Date(now);
    return toMessageDto({
      ...{ ...assigned, id, conversationId, senderId: memberId, content, messageType, metadata, createdAt },
      ...{ editedAt: null, deletedAt: null, quotedId },
    });
  }
  return findEarlierAttempt(memberId, conversationId, values);
}

/** The same message as an earlier attempt inserted it, or else the refusal that says why it could not be inserted. */
async function findEarlierAttempt(
  memberId: number,
  conversationId: string,
  values: { id: string; quotedId: string | null },
): Promise<MessageDto> {
  const { id, quotedId } = values;
  const conversation = await getConversation(memberId, conversationId);
  if (!conversation) throw notFoundRefusal();
  const [saved] = await selectSame().all(values);
  if (saved) return toMessageDto(saved);
  const [taken] = await db.select({ id: message.id }).from(message).where(eq(message.id, id));
  if (taken) throw duplicateIdRefusal();
  if (conversation.closedAt) throw closedRefusal();
  const { firstName, hasLeft } = otherParticipant(conversation, memberId);
  if (hasLeft) throw new Refusal("forbidden", "This member has left B-Side.");
  if (quotedId && !(await findQuote(conversationId, quotedId)))
    throw new Refusal("invalid", QUOTE_GONE, { quotedId: QUOTE_GONE });
  throw new Refusal("forbidden", `You can send one message until ${firstName} replies.`);
}

/** The statements of a new message, in their order. */
const insertStatements = once(() => {
  const [memberId, conversationId, id] = [given("memberId"), given("conversationId"), given("id")];
  const [content, messageType, metadata] = [given("content"), given("messageType"), given("metadata")];
  const [quotedId, now] = [given("quotedId"), given("now")];
  const isIn = eq(conversation.id, conversationId);
  const otherId = otherMemberId(conversation, memberId);
  const last = db
    .select({ number: message.number })
    .from(message)
    .where(eq(message.conversationId, conversationId))
    .orderBy(desc(message.sequence))
    .limit(1);
  const justAdded = sql`changes() > 0`;
  return {
    insert: db
      .insert(message)
      .select(
        db
          .select({
            sequence: sql`null`.as("sequence"),
            id: sql`${id}`.as("id"),
            conversationId: conversation.id,
            senderId: sql`${memberId}`.as("sender_id"),
            content: sql`${content}`.as("content"),
            messageType: sql`${messageType}`.as("message_type"),
            metadata: sql`${metadata}`.as("metadata"),
            createdAt: sql`${now}`.as("created_at"),
            number: sql`1 + coalesce(${last}, 0)`.as("number"),
            editedAt: sql`null`.as("edited_at"),
            deletedAt: sql`null`.as("deleted_at"),
            quotedId: sql`${quotedId}`.as("quoted_id"),
          })
          .from(conversation)
          .where(
            and(
              isOpen(memberId, conversationId),
              isNull(conversation.closedAt),
              hasBothMembers(),
              or(
                isNotNull(conversation.acceptedAt),
                ne(conversation.startedBy, memberId),
                // Not its messages, which are deleted before it.
                isNull(conversation.lastMessageAt),
              ),
              or(isNull(quotedId), isQuotable(quotedId, conversationId)),
            ),
          ),
      )
      .onConflictDoNothing()
      .returning({
        sequence: message.sequence,
        number: message.number,
        otherId: sql<number>`${db.select({ otherId }).from(conversation).where(isIn)}`,
      })
      .prepare(),
    addEvents: enqueueEvent(
      sql`${db
        .select({ ids: sql`json_array(${conversation.lowId}, ${conversation.highId})` })
        .from(conversation)
        .where(isIn)}`,
      "message",
      id,
      justAdded,
      now,
    ).prepare(),
    updateConversation: db
      .update(conversation)
      .set({
        lastMessageAt: sql`${now}`,
        acceptedAt: sql`coalesce(${conversation.acceptedAt}, case when ${conversation.startedBy} <> ${memberId} then ${now} end)`,
      })
      .where(and(isIn, justAdded))
      .prepare(),
    addNotification: insertNotifications("message", {
      to: otherId,
      subjectId: conversationId,
      from: sql`${conversation}`,
      where: and(isIn, justAdded),
      at: now,
    }).prepare(),
    endTyping: deleteTyping(memberId, conversationId).prepare(),
  };
});

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

function isOwn(memberId: Given<number>, conversationId: Given<string>, id: Given<string>): SQL | undefined {
  return and(eq(message.id, id), eq(message.senderId, memberId), eq(message.conversationId, conversationId));
}

function isOpen(memberId: Given<number>, conversationId: Given<string>): SQL | undefined {
  return and(eq(conversation.id, conversationId), canView(memberId));
}

/** Adds to messages what is known about the songs and links in them, the photos and messages they quote, and the reactions to them. */
export async function completeMessages(messages: MessageDto[]): Promise<MessageDto[]> {
  const whole = await hideMissingPreviews(await withReactions(await withQuotes(messages)));
  return withQuotedPhotos(await withLinkDetails(whole));
}

/** A row as the API shows it, before `completeMessages()`. */
export function toMessageDto(row: typeof message.$inferSelect): MessageDto {
  const shared = readContent(row);
  return {
    id: row.id,
    conversationId: row.conversationId,
    // The order across all conversations would tell of the others.
    sequence: row.number,
    senderId: String(row.senderId),
    content: row.content,
    createdAt: row.createdAt.toISOString(),
    ...(row.editedAt ? { editedAt: row.editedAt.toISOString() } : {}),
    ...(row.deletedAt ? { deletedAt: row.deletedAt.toISOString() } : {}),
    ...(row.quotedId ? { quotedId: row.quotedId } : {}),
    ...shared,
    ...(shared.messageType === "music_share" ? previewOf(shared.metadata) : {}),
  };
}

function readContent({ messageType, metadata }: typeof message.$inferSelect): MessageContent {
  if (messageType === "profile_quote")
    return { messageType, metadata: toQuoteMetadata(metadata as StoredQuote) };
  // The schemas have checked what was written.
  return { messageType, metadata } as MessageContent;
}
