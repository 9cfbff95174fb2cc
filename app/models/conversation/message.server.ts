// Messages that members send: their own words, shared music and videos.
import { randomUUID } from "node:crypto";
import { db } from "db/client.server";
import { message } from "db/schema";
import { and, eq, sql } from "drizzle-orm";
import { consumeRateLimit } from "~/models/rate-limit.server";
import { notFoundRefusal } from "~/refusal";
import { closedRefusal, getConversation } from "./conversation.server";
import { fetchLinkDetails } from "./link-details.server";
import type { MessageDto } from "./message";
import { toMessageDto } from "./message-list.server";
import type { MessageInput, VideoInput } from "./message-schema";
import { withQuotes } from "./quote/quote.server";
import { defaultNote, linkOf, parseVideo } from "./share";
import { insertMessage } from "./writing/write-message.server";

/**
 * Adds a message; the same id from the same sender is the same message. A reply accepts a message request.
 * Refuses a conversation the member may not open (absent), a closed one, a second message before a request is answered or
 * one to a former member (forbidden), a held word in the first message or a quoted message that isn't in the conversation or
 * was deleted (invalid), an id that is already used for something else (conflict), and more than 30 in 10 seconds or 2,000 a
 * day (too-many).
 */
export async function addMessage(
  memberId: number,
  conversationId: string,
  input: MessageInput,
): Promise<MessageDto> {
  await consumeRateLimit("message", memberId);
  const link = input.messageType && linkOf(input);
  // Other sites are contacted only for members who may open the conversation.
  if (link && !(await getConversation(memberId, conversationId))) throw notFoundRefusal();
  const details = link ? await fetchLinkDetails(memberId, input) : undefined;
  const inserted = await insertMessage(memberId, conversationId, input);
  const [added = inserted] = await withQuotes([inserted]);
  return details ? { ...added, link: details } : added;
}

/**
 * Adds a video with YouTube's title and thumbnail, or defaults. A repeat returns the saved message. Refuses as `addMessage`
 * does.
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
  const isOwn = and(eq(message.senderId, memberId), eq(message.conversationId, conversationId));
  const isSameVideo = sql`${message.metadata} ->> 'youtubeUrl' = ${video.metadata.youtubeUrl}`;
  const [existing] = await db
    .select()
    .from(message)
    .where(and(eq(message.id, id), isOwn, eq(message.messageType, video.messageType), isSameVideo));
  if (!existing && conversation.closedAt) throw closedRefusal();
  const link = await fetchLinkDetails(memberId, video);
  if (existing) return { ...toMessageDto(existing), ...(link ? { link } : {}) };
  const described = parseVideo(youtubeUrl, { title: link?.title }) ?? video;
  const input = { ...described, id, content: defaultNote(described) };
  const added = await insertMessage(memberId, conversationId, input);
  return link ? { ...added, link } : added;
}
