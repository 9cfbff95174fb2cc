// Sending voice notes in conversations.
import { randomUUID } from "node:crypto";
import { fileDigest } from "~/digest.server";
import { consumeRateLimit } from "~/models/rate-limit.server";
import type { MessageDto } from "../message";
import { toMessageDto } from "../message-list.server";
import { insertMessage } from "../writing/message-insert.server";
import { afterEarlierAttempt, findSent, rejectAttachment, storeAttachment } from "./attachment.server";
import type { VoiceInput } from "./attachment-schema";
import { VOICE_NOTE_TEXT } from "./voice";
import { processRecording } from "./voice-processing.server";

/**
 * Sends a recording as a file of our own without metadata. The same id with the same file is the same message. Refuses
 * what `rejectAttachment` and `processRecording` refuse, an id that is used for something else (conflict), and more than 60
 * files an hour or 30 messages in 10 seconds (too-many).
 */
export async function sendVoice(
  memberId: number,
  conversationId: string,
  { id = randomUUID() }: VoiceInput,
  path: string,
): Promise<MessageDto> {
  await consumeRateLimit("message", memberId);
  await rejectAttachment(memberId, conversationId, "voice");
  return afterEarlierAttempt(memberId, id, async () => {
    const content = VOICE_NOTE_TEXT;
    const sent = await findSent(memberId, conversationId, { id, kind: "voice", content, path });
    if (sent) return toMessageDto(sent);
    await consumeRateLimit("attachment", memberId);
    const { bytes, format, durationMs } = await processRecording(path);
    const filesOf = (file: string) => new Map([[file, bytes]]);
    const digest = await fileDigest(path);
    await storeAttachment(
      { id, ownerId: memberId, kind: "voice", digest, durationMs },
      filesOf,
      `.${format}`,
    );
    const metadata = { type: "voice" as const, seconds: Math.max(1, Math.round(durationMs / 1000)) };
    return insertMessage(memberId, conversationId, { id, content, messageType: "voice", metadata });
  });
}
