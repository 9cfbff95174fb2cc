// Quotes: what a reply shows of the message it replies to.

import { msg, t } from "~/language/text";
import { VOICE_NOTE_TEXT } from "../attachment/voice";

/** Two lines of a message, even of narrow letters. */
const QUOTE_LENGTH = 200;

/** The answer to a reply to a message that was deleted, or that isn't in the conversation. */
export const QUOTE_GONE = msg("That message isn't here anymore.");

/** A quoted message as it is now: `text` is the first 200 characters of what it says, or what was shared; "" if deleted. */
export type QuoteDto = { id: string; senderId: string; text: string; isDeleted?: true };

type Quotable = {
  id: string;
  senderId: string | number;
  content: string;
  messageType: string | null;
  metadata: Record<string, unknown> | null;
  deletedAt?: unknown;
};

/** What a reply to this message shows of it. */
export function quoteOf(message: Quotable): QuoteDto {
  const { id, senderId, deletedAt } = message;
  const text = [...describe(message)].slice(0, QUOTE_LENGTH).join("");
  return { id, senderId: String(senderId), text, ...(deletedAt ? { isDeleted: true } : {}) };
}

function describe({ content, messageType, metadata }: Quotable): string {
  switch (messageType) {
    case "music_share":
      return t("Shared a song: {artist} – {title}", {
        artist: String(metadata?.artist),
        title: String(metadata?.title),
      });
    case "youtube_video":
      return t("Shared a video: {title}", { title: String(metadata?.videoTitle) });
    case "youtube_link":
      return t("Shared a YouTube link");
    case "spotify_link":
      return t("Shared a Spotify link");
    case "voice":
      return content === VOICE_NOTE_TEXT ? t("Sent a voice note") : content;
    case "photo":
      return content || t("Photo");
    default: {
      const [first = "", ...rest] = (messageType ?? "").replace(/_/g, " ");
      return content || first.toUpperCase() + rest.join("");
    }
  }
}

/** The URL of a chat whose next message replies to this one. */
export function replyPath({ conversationId, id }: { conversationId: string; id: string }): string {
  return `/messages/${conversationId}?reply=${id}#write`;
}
