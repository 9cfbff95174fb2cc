// Sending photos and voice notes in conversations.
import { randomUUID } from "node:crypto";
import { db } from "db/client.server";
import type { AttachmentKind } from "db/column-types";
import { attachment, message } from "db/schema";
import { and, eq } from "drizzle-orm";
import { fileDigest } from "~/digest.server";
import { rejectHeldPicture } from "~/models/picture/picture-check.server";
import { rejectRemovedCopy } from "~/models/picture/picture-hash.server";
import { processPhoto } from "~/models/picture/processing.server";
import { duplicateIdRefusal } from "~/refusal";
import type { MessageDto } from "../message";
import { toMessageDto } from "../message-list.server";
import type { AttachedContent } from "../share";
import { insertMessage } from "../writing/write-message.server";
import { photoFile } from "./attachment";
import { rejectClosedToFiles, storeAttachment } from "./attachment.server";
import type { PhotoInput, VoiceInput } from "./attachment-schema";
import { VOICE_NOTE_TEXT } from "./voice";
import { processRecording } from "./voice-processing.server";

/** A file to send, as its member has named and chosen it. */
type SentFile = { id: string; kind: AttachmentKind; content: string; path: string };

/** What it becomes: the files to store by their names, which begin with `file`, and the content of its row and message. */
type MadeFile = {
  file: string;
  files: Map<string, Uint8Array>;
  row: { width: number; height: number } | { durationMs: number };
  share: AttachedContent;
};

/**
 * Sends a photo with a caption, which may be blank, once `beginAttachment` has accepted it: files without metadata that show
 * the whole photo. The same id with the same photo and caption is the same message. Refuses what `rejectClosedToFiles` and
 * `processPhoto` refuse, copies of pictures that a moderator removed and photos that the checking service rejects (invalid),
 * and an id that is used for something else (conflict).
 */
export async function sendPhoto(
  memberId: number,
  conversationId: string,
  { id = randomUUID(), content }: PhotoInput,
  path: string,
): Promise<MessageDto> {
  return sendFile(memberId, conversationId, { id, kind: "photo", content, path }, async () => {
    const { thumbnail, whole, width, height } = await processPhoto(memberId, path, rejectRemovedCopy);
    await rejectHeldPicture(whole);
    const file = randomUUID();
    return {
      file,
      files: new Map([
        [photoFile(file, "thumbnail"), thumbnail],
        [photoFile(file, "whole"), whole],
      ]),
      row: { width, height },
      share: { messageType: "photo", metadata: { type: "photo", width, height } },
    };
  });
}

/**
 * Sends a recording as a file of our own without metadata, once `beginAttachment` has accepted it. The same id with the same
 * file is the same message. Refuses what `rejectClosedToFiles` and `processRecording` refuse, and an id that is used for
 * something else (conflict).
 */
export async function sendVoice(
  memberId: number,
  conversationId: string,
  { id = randomUUID() }: VoiceInput,
  path: string,
): Promise<MessageDto> {
  const sent = { id, kind: "voice", content: VOICE_NOTE_TEXT, path } as const;
  return sendFile(memberId, conversationId, sent, async () => {
    const { bytes, format, durationMs } = await processRecording(memberId, path);
    const file = `${randomUUID()}.${format}`;
    return {
      file,
      files: new Map([[file, bytes]]),
      row: { durationMs },
      share: {
        messageType: "voice",
        metadata: { type: "voice", seconds: Math.max(1, Math.round(durationMs / 1000)) },
      },
    };
  });
}

async function sendFile(
  memberId: number,
  conversationId: string,
  sent: SentFile,
  make: () => Promise<MadeFile>,
): Promise<MessageDto> {
  const { id, kind, content, path } = sent;
  await rejectClosedToFiles(memberId, conversationId, kind);
  return afterEarlierAttempt(memberId, id, async () => {
    const earlier = await findSent(memberId, conversationId, sent);
    if (earlier) return toMessageDto(earlier);
    const { file, files, row, share } = await make();
    const digest = await fileDigest(path);
    await storeAttachment({ id, ownerId: memberId, kind, digest, file, ...row }, files);
    return insertMessage(memberId, conversationId, { id, content, ...share });
  });
}

/** The attempts in progress on this machine, by sender and id. */
const attempts = new Map<string, Promise<MessageDto>>();

/** Sends a file once an earlier attempt under the same id is over, whose message then counts as sent. */
async function afterEarlierAttempt(
  memberId: number,
  id: string,
  send: () => Promise<MessageDto>,
): Promise<MessageDto> {
  const key = `${memberId} ${id}`;
  const earlier = attempts.get(key) ?? Promise.resolve();
  const attempt = earlier.then(send, send);
  attempts.set(key, attempt);
  try {
    return await attempt;
  } finally {
    if (attempts.get(key) === attempt) attempts.delete(key);
  }
}

/**
 * The message that an earlier attempt sent under this id: the same file with the same text. Refuses an id that is used for
 * something else (conflict).
 */
async function findSent(
  memberId: number,
  conversationId: string,
  { id, kind, content, path }: SentFile,
): Promise<typeof message.$inferSelect | undefined> {
  const [saved] = await db.select().from(message).where(eq(message.id, id));
  if (!saved) return undefined;
  const isIn = saved.senderId === memberId && saved.conversationId === conversationId;
  if (!isIn || saved.messageType !== kind || saved.content !== content) throw duplicateIdRefusal();
  const isOwn = and(eq(attachment.id, id), eq(attachment.ownerId, memberId));
  const isSame = and(isOwn, eq(attachment.digest, await fileDigest(path)));
  if (!(await db.$count(attachment, isSame))) throw duplicateIdRefusal();
  return saved;
}
