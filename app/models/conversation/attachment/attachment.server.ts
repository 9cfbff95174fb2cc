// The files of messages: stored before their message, readable by both members of its conversation, and removed once they no
// longer belong to a message.
import { db } from "db/client.server";
import { ATTACHMENT_KINDS, type AttachmentKind } from "db/column-types";
import { attachment, evidenceAttachment, message, messageVersion } from "db/schema";
import { updateInSteps } from "db/steps.server";
import { hasRow } from "db/transaction.server";
import { and, asc, eq, gt, inArray, lt, not, or, type SQL, sql, sum } from "drizzle-orm";
import { DAY_MS, HOUR_MS } from "~/durations";
import { storage } from "~/integrations/storage.server";
import { msg } from "~/language/text";
import { consumeRateLimit } from "~/models/rate-limit.server";
import { duplicateIdRefusal, notFoundRefusal, Refusal } from "~/refusal";
import { otherParticipant } from "../conversation";
import { getConversation, rejectFinished } from "../conversation.server";
import { findMessage } from "../message-access.server";
import { attachmentFiles, type PhotoSize, photoFile } from "./attachment";
import { VOICE_NOTE_TEXT, voiceTypeOf } from "./voice";

/** How many bytes a member can store in a day: a hundred one-minute notes as browsers record them. */
const DAY_BYTES = 100_000_000;
const FULL_DAY_RETRY_HOURS = 1;

/**
 * Refuses a conversation the member may not open (absent), and a closed one, one with a former member, and one that isn't
 * accepted yet (forbidden).
 */
export async function rejectClosedToFiles(
  memberId: number,
  conversationId: string,
  kind: AttachmentKind,
): Promise<void> {
  const conversation = await getConversation(memberId, conversationId);
  if (!conversation) throw notFoundRefusal();
  const { firstName, hasLeft } = otherParticipant(conversation, memberId);
  rejectFinished({ closedAt: conversation.closedAt, hasLeft });
  if (conversation.accepted) return;
  const reason =
    conversation.user1Id === String(memberId)
      ? msg(
          "{kind, select, photo {You can send photos once {firstName} has replied.} other {You can send voice notes once {firstName} has replied.}}",
          { kind, firstName },
        )
      : msg(
          "{kind, select, photo {You can send photos once you have accepted {firstName}'s request.} other {You can send voice notes once you have accepted {firstName}'s request.}}",
          { kind, firstName },
        );
  throw new Refusal("forbidden", reason);
}

/**
 * Refuses as `rejectClosedToFiles` does, and more than 60 files an hour, 30 messages in 10 seconds or 100 MB in 24 hours
 * (too-many). To be called before the first byte is read.
 */
export async function beginAttachment(memberId: number, conversationId: string, kind: AttachmentKind) {
  await rejectClosedToFiles(memberId, conversationId, kind);
  await consumeRateLimit("message", memberId);
  await consumeRateLimit("attachment", memberId);
  await rejectFullDay(memberId, 0);
}

type NewAttachment = Omit<typeof attachment.$inferInsert, "bytes" | "createdAt">;

/**
 * Stores the files of a message that is about to be inserted, by their names. The row comes first, so that no file is left
 * without one. Replaces the files of an earlier attempt that sent no message. Refuses an id that is used for something else
 * (conflict), and more than 100 MB in 24 hours (too-many).
 */
export async function storeAttachment(row: NewAttachment, files: Map<string, Uint8Array>): Promise<void> {
  const bytes = [...files.values()].reduce((sum, { length }) => sum + length, 0);
  await removeUnsentAttachment(row.ownerId, row.id);
  await rejectFullDay(row.ownerId, bytes);
  const [added] = await db
    .insert(attachment)
    .values({ ...row, bytes, createdAt: new Date() })
    .onConflictDoNothing()
    .returning();
  if (!added) throw duplicateIdRefusal();
  for (const [name, content] of files) await storage.put(name, content);
  // Another attempt may have replaced it meanwhile.
  if (await db.$count(attachment, and(eq(attachment.id, row.id), eq(attachment.file, row.file)))) return;
  await removeAttachment(added);
  throw duplicateIdRefusal();
}

async function rejectFullDay(ownerId: number, added: number): Promise<void> {
  const isToday = gt(attachment.createdAt, new Date(Date.now() - DAY_MS));
  const [stored] = await db
    .select({ bytes: sum(attachment.bytes).mapWith(Number) })
    .from(attachment)
    .where(and(eq(attachment.ownerId, ownerId), isToday));
  if ((stored?.bytes ?? 0) + Math.max(1, added) <= DAY_BYTES) return;
  const message = msg(
    "You've sent as many photos and voice notes as fit in a day. Try again in {hours, plural, one {an hour} other {# hours}}.",
    { hours: FULL_DAY_RETRY_HOURS },
  );
  throw new Refusal("too-many", message, {}, (FULL_DAY_RETRY_HOURS * HOUR_MS) / 1000);
}

/** A file with its media type and ETag. */
export type AttachmentFile = { bytes: Uint8Array<ArrayBuffer>; tag: string; type: string };

/**
 * A voice note, or one of the files of a photo, in a conversation that the member may open; undefined for any other and for a
 * deleted one.
 */
export async function getAttachmentFile(
  memberId: number,
  messageId: string,
  size: PhotoSize,
): Promise<AttachmentFile | undefined> {
  const hasFile = inArray(message.messageType, [...ATTACHMENT_KINDS]);
  const found = await findMessage(db, memberId, messageId, hasFile);
  if (!found) return undefined;
  const { id, senderId } = found.message;
  const isOfMessage = and(eq(attachment.id, id), eq(attachment.ownerId, senderId));
  const [row] = await db.select().from(attachment).where(isOfMessage);
  return row && readAttachment(row, size);
}

/** Reads a voice note, or one of the files of a photo; undefined once it is erased. */
export async function readAttachment(
  { kind, file }: Pick<typeof attachment.$inferSelect, "kind" | "file">,
  size: PhotoSize,
): Promise<AttachmentFile | undefined> {
  const tag = kind === "photo" ? photoFile(file, size) : file;
  const bytes = await storage.get(tag);
  return bytes && { bytes, tag, type: kind === "photo" ? "image/webp" : voiceTypeOf(file) };
}

/** How long a file waits for its message. */
const UNUSED_MS = HOUR_MS;

const SWEEP_ROWS = 100;

/**
 * Removes files older than an hour that no message has: those of messages that were never sent, of members and
 * conversations that are gone, of messages deleted more than 90 days ago, and of expired evidence.
 */
export async function removeUnusedAttachments(now = Date.now()): Promise<void> {
  for (let after = ""; ; ) {
    const rows = await db
      .select()
      .from(attachment)
      .where(
        and(gt(attachment.id, after), lt(attachment.createdAt, new Date(now - UNUSED_MS)), not(isNeeded())),
      )
      .orderBy(asc(attachment.id))
      .limit(SWEEP_ROWS);
    for (const row of rows) await removeAttachment(row);
    const last = rows[SWEEP_ROWS - 1];
    if (!last) return;
    after = last.id;
  }
}

/** Deletes the row last, so that no file is left without one. */
async function removeAttachment(row: typeof attachment.$inferSelect): Promise<void> {
  await Promise.all(attachmentFiles(row).map((name) => storage.remove(name)));
  await db.delete(attachment).where(and(eq(attachment.id, row.id), eq(attachment.file, row.file)));
}

/** Removes a member's file for a message that was never sent; does nothing if there is none. */
async function removeUnsentAttachment(memberId: number, id: string): Promise<void> {
  const isOwn = and(eq(attachment.id, id), eq(attachment.ownerId, memberId), not(isNeeded()));
  const [unsent] = await db.select().from(attachment).where(isOwn);
  if (unsent) await removeAttachment(unsent);
}

/** True for files that a message or an earlier version of one has, or evidence. */
function isNeeded(): SQL {
  const isEvidence = eq(evidenceAttachment.attachmentId, attachment.id);
  return sql`(${wasSent()} or ${hasRow(evidenceAttachment, isEvidence)})`;
}

/** True for files that a message or an earlier version of one has. */
export function wasSent(): SQL {
  const isBefore = and(
    eq(messageVersion.messageId, message.id),
    eq(messageVersion.messageType, attachment.kind),
  );
  const hadIt = hasRow(messageVersion, isBefore);
  const hasIt = and(
    eq(message.id, attachment.id),
    eq(message.senderId, attachment.ownerId),
    or(eq(message.messageType, attachment.kind), hadIt),
  );
  return hasRow(message, hasIt);
}

/** Removes the files from a member's messages; messages that say nothing else become deleted ones. */
export async function detachFrom(memberId: number): Promise<void> {
  const owned = db.select({ id: attachment.id }).from(attachment).where(eq(attachment.ownerId, memberId));
  const isDetached = and(
    inArray(message.id, owned),
    eq(message.senderId, memberId),
    inArray(message.messageType, [...ATTACHMENT_KINDS]),
  );
  const saysNothing = sql`${message.content} in ('', ${VOICE_NOTE_TEXT})`;
  const deletedAt = sql`case when ${saysNothing} then coalesce(${message.deletedAt}, ${Date.now()}) else ${message.deletedAt} end`;
  await updateInSteps(message, { messageType: null, metadata: null, deletedAt }, isDetached);
}
