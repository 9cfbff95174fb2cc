// The files of messages: their kinds, names and addresses.
import type { AttachmentKind } from "db/column-types";
import type { AttachedContent } from "../share";

/** The longest side of each file of a photo, in pixels. */
export const PHOTO_SIZES = { thumbnail: 640, whole: 2048 } as const;
export type PhotoSize = keyof typeof PHOTO_SIZES;

/** The names of an attachment's files in the storage. */
export function attachmentFiles({ kind, file }: { kind: AttachmentKind; file: string }): string[] {
  return kind === "photo" ? [photoFile(file, "thumbnail"), photoFile(file, "whole")] : [file];
}

/** The name of one of a photo's files in the storage. */
export function photoFile(file: string, size: PhotoSize): string {
  return `${file}-${size}.webp`;
}

/** The URL of a voice note. */
export function voiceUrl({ id }: { id: string }): string {
  return `/attachments/${id}`;
}

/** The URL of one of a photo's files. */
export function photoUrl({ id }: { id: string }, size: PhotoSize): string {
  return `/attachments/${id}?size=${size}`;
}

/** The size of a photo's thumbnail, in pixels. */
export function thumbnailSize({ width, height }: { width: number; height: number }) {
  const scale = Math.min(1, PHOTO_SIZES.thumbnail / Math.max(width, height));
  return { width: Math.max(1, Math.round(width * scale)), height: Math.max(1, Math.round(height * scale)) };
}

/** The page of a photo. */
export function photoPath({ conversationId, id }: { conversationId: string; id: string }): string {
  return `/messages/${conversationId}/photo/${id}`;
}

/** The widest and highest that a chat shows a photo, in pixels, and the narrowest, which has room for its cover. */
const ROOM = { width: 280, height: 360, narrowest: 160 };

/** The space that a chat keeps for a photo: its width in pixels, and its height as a share of the width. */
export function photoRoom({ width, height }: { width: number; height: number }) {
  const shown = Math.max(ROOM.narrowest, Math.min(ROOM.width, (ROOM.height * width) / height));
  const ratio = Math.min(ROOM.height / shown, Math.max(height / width, 0.25));
  return { width: Math.round(shown), ratio: Math.round(ratio * 1000) / 1000 };
}

/** The message of a form that is sending a photo; undefined for any other form. */
export function pendingPhotoOf(
  form: FormData,
): (Extract<AttachedContent, { messageType: "photo" }> & { id: string; content: string }) | undefined {
  const { id, photo, content, width, height } = Object.fromEntries(form);
  if (typeof id !== "string" || !photo || typeof photo === "string") return undefined;
  const metadata = { type: "photo" as const, width: Number(width) || 4, height: Number(height) || 3 };
  return { id, content: String(content ?? ""), messageType: "photo", metadata };
}
