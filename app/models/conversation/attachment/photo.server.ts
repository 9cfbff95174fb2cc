// Sending photos in conversations.
import { randomUUID } from "node:crypto";
import { fileDigest } from "~/digest.server";
import { rejectRemovedCopy } from "~/models/picture/picture-hash.server";
import { processPhoto } from "~/models/picture/processing.server";
import { consumeRateLimit } from "~/models/rate-limit.server";
import type { MessageDto } from "../message";
import { toMessageDto } from "../message-list.server";
import { insertMessage } from "../writing/message-insert.server";
import { photoFile } from "./attachment";
import { afterEarlierAttempt, findSent, rejectAttachment, storeAttachment } from "./attachment.server";
import type { PhotoInput } from "./attachment-schema";

/**
 * Sends a photo with a caption, which may be blank: files without metadata that show all of it. The same id with
 * the same photo and caption is the same message. Refuses what `rejectAttachment` and `processPhoto` refuse, copies of pictures
 * that a moderator removed (invalid), an id that is used for something else (conflict), and more than 60 files an hour or 30
 * messages in 10 seconds (too-many).
 */
export async function sendPhoto(
  memberId: number,
  conversationId: string,
  { id = randomUUID(), content }: PhotoInput,
  path: string,
): Promise<MessageDto> {
  await consumeRateLimit("message", memberId);
  await rejectAttachment(memberId, conversationId, "photo");
  return afterEarlierAttempt(memberId, id, async () => {
    const sent = await findSent(memberId, conversationId, { id, kind: "photo", content, path });
    if (sent) return toMessageDto(sent);
    await consumeRateLimit("attachment", memberId);
    const { thumbnail, whole, width, height } = await processPhoto(path, rejectRemovedCopy);
    const filesOf = (file: string) =>
      new Map([
        [photoFile(file, "thumbnail"), thumbnail],
        [photoFile(file, "whole"), whole],
      ]);
    const digest = await fileDigest(path);
    await storeAttachment({ id, ownerId: memberId, kind: "photo", digest, width, height }, filesOf);
    const metadata = { type: "photo" as const, width, height };
    return insertMessage(memberId, conversationId, { id, content, messageType: "photo", metadata });
  });
}
