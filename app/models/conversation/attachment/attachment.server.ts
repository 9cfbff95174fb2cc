// The files of messages: stored before their message, and readable by both members of its conversation.
import { db } from "db/client.server";
import { ATTACHMENT_KINDS, type AttachmentKind } from "db/column-types";
import { attachment, message } from "db/schema";
import { and, eq, gt, inArray, sum } from "drizzle-orm";
import { DAY_MS, HOUR_MS } from "~/durations";
import { storage } from "~/integrations/storage.server";
import { msg } from "~/language/text";
import { consumeRateLimit } from "~/models/rate-limit.server";
import { duplicateIdRefusal, notFoundRefusal, Refusal } from "~/refusal";
import { otherParticipant } from "../conversation";
import { getConversation, rejectFinished } from "../conversation.server";
import { findMessage } from "../message-access.server";
import { type PhotoSize, photoFile } from "./attachment";
import { removeAttachment, removeUnsentAttachment } from "./attachment-removal.server";
import { voiceTypeOf } from "./voice";

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
