// Voice notes: their limits, the recordings that can be sent, and why one is refused.
import { msg, t } from "~/language/text";
import type { AttachedContent } from "../share";

export const VOICE_SECONDS = 60;
/** 4 MB, as the message below says. A minute that a browser records takes about 1 MB. */
export const VOICE_BYTES = 4_194_304;

/** What a field for a recording accepts; the server goes by the bytes. */
export const VOICE_TYPES = "audio/*";

/** Why a recording is refused. */
export const voiceErrors = {
  none: msg("Record or choose a voice note first."),
  tooLarge: msg("A voice note can be up to 4 MB."),
  tooMany: msg("You can only send 1 recording at a time."),
  notOne: msg("We can't play this file. Choose a recording."),
  tooLong: msg("A voice note can be up to {seconds} seconds long.", { seconds: VOICE_SECONDS }),
};

/** Stored as a voice note's text. */
// Not translated: it is kept in the database, and worded where it is shown.
export const VOICE_NOTE_TEXT = "Sent a voice note";

/** The media types of the files we store, by the ending of their names. */
const voiceTypes = {
  webm: "audio/webm",
  m4a: "audio/mp4",
  mp3: "audio/mpeg",
  wav: "audio/wav",
} as const;
export type VoiceFormat = keyof typeof voiceTypes;

/** The type of a stored voice note, told by its name. */
export function voiceTypeOf(file: string): string {
  return voiceTypes[file.slice(file.lastIndexOf(".") + 1) as VoiceFormat];
}

/** What is wrong with the chosen files before any of them is sent; undefined for one file of at most 4 MB. */
export function validateVoice(files: ArrayLike<{ size: number }>): string | undefined {
  if (files.length > 1) return t(voiceErrors.tooMany);
  return (files[0]?.size ?? 0) > VOICE_BYTES ? t(voiceErrors.tooLarge) : undefined;
}

/** The message of a form that is sending a voice note; undefined for any other form. */
export function pendingVoiceOf(
  form: FormData,
): (Extract<AttachedContent, { messageType: "voice" }> & { id: string; content: string }) | undefined {
  const { id, voice, seconds } = Object.fromEntries(form);
  if (typeof id !== "string" || !voice || typeof voice === "string") return undefined;
  const metadata = { type: "voice" as const, seconds: Number(seconds) || 0 };
  return { id, content: VOICE_NOTE_TEXT, messageType: "voice", metadata };
}
