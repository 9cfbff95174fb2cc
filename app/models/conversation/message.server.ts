// Messages: written once, in the server's order, read by the two of a conversation.
import { randomUUID } from "node:crypto";
import { db } from "db/client.server";
import { conversation, message } from "db/schema";
import { and, asc, desc, eq, gt, lt, type SQL, sql } from "drizzle-orm";
import { tellPair, wake } from "~/live/outbox.server";
import { describeVideo } from "~/outside/youtube.server";
import { spend } from "./allowance.server";
import { type Chat, MESSAGE_PAGE, type ShownMessage } from "./chat";
import { type ConversationSummary, conversationRow, otherOf } from "./conversation";
import { getConversation, mayOpen } from "./conversation.server";
import type { MessageInput, MessagePage, VideoInput } from "./message";
import { pairOf } from "./pair";
import { absent, Refusal, usedAlready } from "./refusal";
import { type Said, usualNote, videoOf } from "./share";

/**
 * The newest messages of a conversation, newest first, 50 at most: of those before the message with the id `before`,
 * or the first 50 of those after the one with the id `after`.
 * Undefined for a conversation that the member may not open.
 */
export async function listMessages(
  memberId: number,
  conversationId: string,
  { before, after }: MessagePage = {},
): Promise<ShownMessage[] | undefined> {
  const sequenceOf = (id: string) =>
    sql`(select m.sequence from message m where m.id = ${id} and m.conversation_id = ${conversationId})`;
  const [open, rows] = await db.batch([
    db.select({ id: conversation.id }).from(conversation).where(isOpen(memberId, conversationId)),
    db
      .select()
      .from(message)
      .where(
        and(
          eq(message.conversationId, conversationId),
          before === undefined ? undefined : lt(message.sequence, sequenceOf(before)),
          after === undefined ? undefined : gt(message.sequence, sequenceOf(after)),
        ),
      )
      .orderBy(after === undefined ? desc(message.sequence) : asc(message.sequence))
      .limit(MESSAGE_PAGE),
  ]);
  if (!open.length) return undefined;
  return (after === undefined ? rows : rows.reverse()).map(shownMessage);
}

/** A conversation with a page of its messages, as its screens show it; undefined for one the member may not open. */
export async function getChat(memberId: number, id: string, at: MessagePage = {}): Promise<Chat | undefined> {
  const [talk, messages] = await Promise.all([getConversation(memberId, id), listMessages(memberId, id, at)]);
  if (!talk || !messages) return undefined;
  const { lastMessageAt: _, ...row } = conversationRow(talk, memberId);
  return { ...row, messages: messages.reverse(), hasEarlier: messages.length === MESSAGE_PAGE };
}

/**
 * Adds a message; the same id from the same sender is the same message. An answer accepts a request.
 * Refuses a conversation that the member may not open (absent), a second message before a request is answered
 * (forbidden), an id that was used elsewhere or for something else (conflict), and more than 30 in 10 seconds
 * (too-many).
 */
export async function addMessage(
  memberId: number,
  conversationId: string,
  input: MessageInput,
): Promise<ShownMessage> {
  await spend("message", memberId);
  const talk = await getConversation(memberId, conversationId);
  if (!talk) throw absent();
  return keepMessage(memberId, talk, input, sql`${message.metadata} is ${metadataText(input)}`);
}

/**
 * Adds a video, with the title and the picture that YouTube names, or the usual ones. YouTube is asked once a message:
 * a repeat is the message that is there. Refuses as `addMessage` does.
 */
export async function addVideo(
  memberId: number,
  conversationId: string,
  { id = randomUUID(), youtubeUrl }: VideoInput,
): Promise<ShownMessage> {
  await spend("message", memberId);
  const talk = await getConversation(memberId, conversationId);
  const video = videoOf(youtubeUrl);
  if (!talk || !video) throw absent();
  const isSame = sql`${message.metadata} ->> 'youtubeUrl' = ${video.metadata.youtubeUrl}`;
  const [known] = await db
    .select()
    .from(message)
    .where(and(isOwn(memberId, conversationId, id), eq(message.messageType, video.messageType), isSame));
  if (known) return shownMessage(known);
  const told = videoOf(youtubeUrl, await describeVideo(video.metadata.videoId)) ?? video;
  return keepMessage(memberId, talk, { ...told, id, content: usualNote(told) }, isSame);
}

/** Writes a message, or finds the one that a repeat has written: of the same kind, for which `isSame` holds. */
async function keepMessage(
  memberId: number,
  talk: ConversationSummary,
  input: MessageInput,
  isSame: SQL,
): Promise<ShownMessage> {
  const pair = pairOf(Number(talk.user1Id), Number(talk.user2Id));
  const { content, messageType = null, id = randomUUID() } = input;
  const now = Date.now();
  const mine = and(
    isOwn(memberId, talk.id, id),
    // A page come back to by Back still carries the id that it was sent with: what is typed there now is new.
    messageType === "youtube_video" ? undefined : eq(message.content, content),
    sql`${message.messageType} is ${messageType}`,
    isSame,
  );
  const justAdded = sql`changes() > 0`;
  const [added, , , kept] = await db.batch([
    db.all(sql`
      insert into message (id, conversation_id, sender_id, content, message_type, metadata, created_at)
      select ${id}, id, ${memberId}, ${content}, ${messageType}, ${metadataText(input)}, ${now} from conversation
      where ${isOpen(memberId, talk.id)}
        and (accepted_at is not null or started_by <> ${memberId}
          or not exists (select 1 from message where conversation_id = ${talk.id}))
      on conflict do nothing returning sequence`),
    tellPair(pair, "message", id, justAdded),
    db
      .update(conversation)
      .set({
        lastMessageAt: new Date(now),
        acceptedAt: sql`coalesce(accepted_at, case when started_by <> ${memberId} then ${now} end)`,
      })
      .where(and(eq(conversation.id, talk.id), justAdded)),
    db.select().from(message).where(mine),
  ]);
  if (added.length) wake([pair.lowId, pair.highId]);
  if (kept[0]) return shownMessage(kept[0]);
  const [taken] = await db.select({ id: message.id }).from(message).where(eq(message.id, id));
  if (taken) throw usedAlready();
  if (!(await getConversation(memberId, talk.id))) throw absent();
  throw new Refusal(
    "forbidden",
    `Wait until ${otherOf(talk, memberId).firstName} answers your first message.`,
  );
}

function isOwn(memberId: number, conversationId: string, id: string): SQL | undefined {
  return and(eq(message.id, id), eq(message.senderId, memberId), eq(message.conversationId, conversationId));
}

function metadataText({ metadata }: MessageInput): string | null {
  return metadata ? JSON.stringify(metadata) : null;
}

function isOpen(memberId: number, conversationId: string): SQL | undefined {
  return and(eq(conversation.id, conversationId), mayOpen(memberId));
}

/** A row of the table as lists and the API show it. */
export function shownMessage(row: typeof message.$inferSelect): ShownMessage {
  return {
    id: row.id,
    conversationId: row.conversationId,
    sequence: row.sequence,
    senderId: String(row.senderId),
    content: row.content,
    createdAt: row.createdAt.toISOString(),
    // Nothing is written but by this file, whose inputs have gone through the schemas.
    ...({ messageType: row.messageType, metadata: row.metadata } as Said),
  };
}
