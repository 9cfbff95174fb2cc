// Messages as both members of a conversation read them, in the server's order.
import { db } from "db/client.server";
import { conversation, heldRequest, message } from "db/schema";
import { and, asc, desc, eq, gt, gte, isNotNull, lt, lte, min, or, type SQL, sql } from "drizzle-orm";
import { alias } from "drizzle-orm/sqlite-core";
import { canOpen } from "~/models/access.server";
import { hideMissingPreviews, previewOf } from "~/models/preview.server";
import { toConversationRow } from "./conversation";
import { getConversation } from "./conversation.server";
import { withLinkDetails } from "./link-details.server";
import { type Chat, MESSAGE_PAGE, type MessageDto } from "./message";
import { findMessage } from "./message-access.server";
import type { MessagePage } from "./message-schema";
import { type StoredQuote, toQuoteMetadata } from "./profile-quote/profile-quote";
import { withQuotedPhotos, withQuotedShows } from "./profile-quote/profile-quote.server";
import { withQuotes } from "./quote/quote.server";
import { withReactions } from "./reaction.server";
import { hasNewReactions } from "./reaction-news.server";
import { getSeen } from "./read-marker.server";
import type { MessageContent } from "./share";
import { toReview } from "./writing/first-message-check.server";

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
  const { sequence } = message;
  const [opened, rows] = await db.batch([
    db
      .select({ id: conversation.id, held: heldRequest })
      .from(conversation)
      .leftJoin(heldRequest, eq(heldRequest.conversationId, conversation.id))
      .where(and(eq(conversation.id, conversationId), canOpen(memberId))),
    db
      .select()
      .from(message)
      .where(
        and(
          eq(message.conversationId, conversationId),
          before === undefined ? undefined : lt(sequence, sequenceOf(before, conversationId)),
          after === undefined ? undefined : gt(sequence, sequenceOf(after, conversationId)),
          around === undefined ? undefined : gte(sequence, startAround(around, conversationId)),
        ),
      )
      .orderBy(isForward ? asc(sequence) : desc(sequence))
      .limit(MESSAGE_PAGE),
  ]);
  const [found] = opened;
  if (!found) return undefined;
  const messages = await completeMessages((isForward ? rows.reverse() : rows).map(toMessageDto));
  // Only the sender can open a request that waits for a moderator.
  const review = toReview(found.held);
  return review ? messages.map((each) => ({ ...each, review })) : messages;
}

function sequenceOf(id: string, conversationId: string): SQL {
  const one = db
    .select({ sequence: cursorMessage.sequence })
    .from(cursorMessage)
    .where(and(eq(cursorMessage.id, id), eq(cursorMessage.conversationId, conversationId)));
  return sql`${one}`;
}

/** The sequence of the first message on the page with this one in its middle. */
function startAround(id: string, conversationId: string): SQL {
  const upTo = db
    .select({ sequence: cursorMessage.sequence })
    .from(cursorMessage)
    .where(
      and(
        eq(cursorMessage.conversationId, conversationId),
        lte(cursorMessage.sequence, sequenceOf(id, conversationId)),
      ),
    )
    .orderBy(desc(cursorMessage.sequence))
    .limit(MESSAGE_PAGE / 2)
    .as("up_to");
  return sql`${db.select({ sequence: min(upTo.sequence) }).from(upTo)}`;
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
 * Adds to messages what is known about the songs and links in them, the photos and messages they quote, and the reactions to
 * them.
 */
export async function completeMessages(messages: MessageDto[]): Promise<MessageDto[]> {
  const whole = await hideMissingPreviews(await withReactions(await withQuotes(messages)));
  const linked = await withLinkDetails(whole, ({ senderId }) => Number(senderId));
  return withQuotedPhotos(await withQuotedShows(linked));
}

/** A row as the API shows it, before `completeMessages()`. */
export function toMessageDto(row: typeof message.$inferSelect): MessageDto {
  const shared = readContent(row);
  return {
    id: row.id,
    conversationId: row.conversationId,
    // The table's own `sequence` counts all conversations, and would give away how much others write.
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

/** A message whose share the member may open; not if it is in a request that they haven't accepted yet. */
export async function getOpenMessage(
  memberId: number,
  conversationId: string,
  id: string,
): Promise<MessageDto | undefined> {
  const isOpen = or(isNotNull(conversation.acceptedAt), eq(message.senderId, memberId));
  const found = await findMessage(db, memberId, id, and(eq(message.conversationId, conversationId), isOpen));
  return found && toMessageDto(found.message);
}
