// Second thoughts: members can edit their messages for a short time, and delete them at any time.
import { db } from "db/client.server";
import { conversation, jointPlay, message, messageVersion, reaction } from "db/schema";
import { inWindows } from "db/steps.server";
import { type Database, hasRow, type Tx, transaction } from "db/transaction.server";
import { and, asc, desc, eq, gte, inArray, lt, sql } from "drizzle-orm";
import { DAY_MS, ENDED_KEPT_DAYS } from "~/durations";
import { msg } from "~/language/text";
import { publishEvent } from "~/live/publish.server";
import { isKnownTo } from "~/models/access.server";
import { consumeRateLimit } from "~/models/rate-limit.server";
import { notFoundRefusal, Refusal } from "~/refusal";
import { rejectFinished } from "./conversation.server";
import { endJointPlays } from "./joint-play/joint-play-end.server";
import {
  EDIT_MINUTES,
  EDITS_MAX,
  FIRST_EDITS_MAX,
  isEditable,
  type MessageDto,
  type MessageVersionDto,
} from "./message";
import { findMessage } from "./message-access.server";
import { completeMessages, toMessageDto } from "./message-list.server";
import { withdrawNews } from "./reaction-news.server";
import { rejectHeldMessage } from "./writing/first-message-check.server";
import { isFlagged, rejectHeldWords } from "./writing/held-words.server";

/** A page without a stream is told of changes in this many messages. */
const RECENT_MESSAGES = 200;

/**
 * Changes the text of the member's own message; the earlier text stays one click away. The same text changes nothing. Refuses a
 * message that isn't theirs to see (absent), one that is older than 15 minutes, deleted, a video or a voice note, one of a
 * closed conversation or with a former member, one edited 10 times, or twice in an unanswered request (forbidden), a held word
 * in a first message (invalid), and more than 30 a minute and 500 a day (too-many).
 */
export async function editMessage(
  memberId: number,
  id: string,
  { content }: { content: string },
): Promise<MessageDto> {
  await consumeRateLimit("messageChange", memberId);
  await consumeRateLimit("editInDay", memberId);
  const before = await findOwn(db, memberId, id);
  if (!before) throw notFoundRefusal();
  await rejectHeldWords(memberId, before.message.conversationId, content);
  // What the checking service has judged must not become something else.
  await rejectHeldMessage(memberId, before.message.conversationId, content, id);
  const isToFlag = isFlagged({ ...before.message, content });
  const edited = await transaction(async (tx) => {
    const own = await findOwn(tx, memberId, id);
    if (!own) throw notFoundRefusal();
    rejectFinished(own);
    if (own.message.deletedAt) throw new Refusal("forbidden", msg("This message was deleted."));
    if (!isEditable(toMessageDto(own.message)))
      throw new Refusal(
        "forbidden",
        msg("You can edit a message for {minutes} minutes.", { minutes: EDIT_MINUTES }),
      );
    if (own.message.content === content) return own.message;
    await rejectManyEdits(tx, own);
    const editedAt = new Date();
    await keepVersion(tx, own.message, editedAt);
    await tx
      .update(message)
      .set({ content, editedAt, isFlagged: own.message.isFlagged || isToFlag })
      .where(eq(message.id, id));
    await publishChange(tx, own);
    return { ...own.message, content, editedAt };
  });
  const [shown] = await completeMessages([toMessageDto(edited)]);
  return shown ?? toMessageDto(edited);
}

/** Each edit stores a version that reports and exports include, and the other member can read each. */
async function rejectManyEdits(tx: Tx, { message: { id }, acceptedAt }: Own): Promise<void> {
  const edits = await tx.$count(messageVersion, eq(messageVersion.messageId, id));
  if (!acceptedAt && edits >= FIRST_EDITS_MAX)
    throw new Refusal("forbidden", msg("You can edit a first message twice until they reply."));
  if (edits >= EDITS_MAX)
    throw new Refusal("forbidden", msg("You can edit a message {count} times.", { count: EDITS_MAX }));
}

/**
 * Deletes the member's own message for both; a report still shows what it said. Deleting it twice changes nothing.
 * Refuses a message that isn't theirs to see (absent), and more than 30 changes a minute (too-many).
 */
export async function deleteMessage(memberId: number, id: string): Promise<void> {
  await consumeRateLimit("messageChange", memberId);
  await transaction(async (tx) => {
    const own = await findOwn(tx, memberId, id);
    if (!own) throw notFoundRefusal();
    if (!own.message.deletedAt) await markDeleted(tx, own);
  });
}

type Said = { message: typeof message.$inferSelect; lowId: number; highId: number };

/** Deletes a message for both, and keeps what it said for a report. */
async function markDeleted(tx: Tx, { message: said, lowId, highId }: Said): Promise<void> {
  const { id, senderId, conversationId } = said;
  const deletedAt = new Date();
  await keepVersion(tx, said, deletedAt);
  await tx
    .update(message)
    .set({ content: "", messageType: null, metadata: null, editedAt: null, deletedAt })
    .where(eq(message.id, id));
  await tx.delete(reaction).where(eq(reaction.messageId, id));
  await withdrawNews(tx, senderId, conversationId);
  await endJointPlays(tx, eq(conversation.id, conversationId), eq(jointPlay.messageId, id));
  await publishChange(tx, { message: said, lowId, highId });
}

/** Tells both members that a message has changed, except a recipient who has declined the request or passed on its sender. */
async function publishChange(tx: Tx, { message: { id, senderId, conversationId }, lowId, highId }: Said) {
  const otherId = lowId + highId - senderId;
  const isKnown = and(eq(conversation.id, conversationId), isKnownTo(otherId));
  const others = (await tx.$count(conversation, isKnown)) ? [otherId] : [];
  await publishEvent(tx, "message-change", [senderId, ...others], id);
}

/** Deletes a message for a moderator, as its sender would; one that is already deleted or gone stays so. */
export async function removeMessage(tx: Tx, senderId: number, id: string): Promise<void> {
  const said = await findSaid(tx, senderId, id);
  if (said && !said.message.deletedAt) await markDeleted(tx, said);
}

/** Restores a deleted message for both; whatever was erased meanwhile stays gone, and so do reactions. */
export async function restoreMessage(tx: Tx, senderId: number, id: string): Promise<void> {
  const said = await findSaid(tx, senderId, id);
  const [last, before] = await tx
    .select()
    .from(messageVersion)
    .where(eq(messageVersion.messageId, id))
    .orderBy(desc(messageVersion.id))
    .limit(2);
  if (!said?.message.deletedAt || !last) return;
  const { content, messageType, metadata } = last;
  await tx
    .update(message)
    .set({ content, messageType, metadata, editedAt: before?.replacedAt ?? null, deletedAt: null })
    .where(eq(message.id, id));
  await tx.delete(messageVersion).where(eq(messageVersion.id, last.id));
  await publishChange(tx, said);
}

/** A member's own message, whether or not they may still open its conversation. */
async function findSaid(tx: Tx, senderId: number, id: string): Promise<Said | undefined> {
  const [found] = await tx
    .select({ message, lowId: conversation.lowId, highId: conversation.highId })
    .from(message)
    .innerJoin(conversation, eq(conversation.id, message.conversationId))
    .where(and(eq(message.id, id), eq(message.senderId, senderId)));
  return found;
}

/** A message of a conversation that the member may open. */
export async function getMessage(
  memberId: number,
  conversationId: string,
  id: string,
): Promise<MessageDto | undefined> {
  const found = await findMessage(db, memberId, id, eq(message.conversationId, conversationId));
  return found && toMessageDto(found.message);
}

/**
 * The earlier texts of an edited message, oldest first, for both members; none of a deleted one. Undefined for a message that
 * the member may not see.
 */
export async function listVersions(memberId: number, id: string): Promise<MessageVersionDto[] | undefined> {
  const found = await findMessage(db, memberId, id);
  if (!found) return undefined;
  if (found.message.deletedAt) return [];
  const rows = await db
    .select()
    .from(messageVersion)
    .where(eq(messageVersion.messageId, id))
    .orderBy(asc(messageVersion.id));
  return rows.map(({ content, replacedAt }) => ({ content, replacedAt: replacedAt.toISOString() }));
}

/**
 * The messages among a conversation's newest 200 that were edited or deleted at or after this time; the last known one is
 * included again, because two can change in the same millisecond.
 */
export async function listRecentChanges(conversationId: string, since?: string): Promise<MessageDto[]> {
  const recent = db
    .select({ sequence: message.sequence })
    .from(message)
    .where(eq(message.conversationId, conversationId))
    .orderBy(desc(message.sequence))
    .limit(RECENT_MESSAGES);
  const changedAt = sql<number>`coalesce(${message.deletedAt}, ${message.editedAt})`;
  const rows = await db
    .select()
    .from(message)
    .where(and(inArray(message.sequence, recent), gte(changedAt, Date.parse(since ?? "1970-01-01"))))
    .orderBy(asc(changedAt));
  return completeMessages(rows.map(toMessageDto));
}

/** Erases the text of messages deleted 90 days ago: until then they can be reported. */
export async function eraseDeletedMessages(now = Date.now()): Promise<void> {
  const since = new Date(now - ENDED_KEPT_DAYS * DAY_MS);
  const isLongDeleted = and(eq(message.id, messageVersion.messageId), lt(message.deletedAt, since));
  await inWindows(messageVersion.id, (isTheirTurn) =>
    db.delete(messageVersion).where(and(isTheirTurn, hasRow(message, isLongDeleted))),
  );
}

type Own = NonNullable<Awaited<ReturnType<typeof findOwn>>>;

function findOwn(on: Database, memberId: number, id: string) {
  return findMessage(on, memberId, id, eq(message.senderId, memberId));
}

async function keepVersion(
  tx: Tx,
  { id, content, messageType, metadata, isFlagged }: typeof message.$inferSelect,
  replacedAt: Date,
) {
  await tx
    .insert(messageVersion)
    .values({ messageId: id, content, messageType, metadata, replacedAt, isFlagged });
}
