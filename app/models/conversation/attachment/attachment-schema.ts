// Schemas of messages with files.
import { z } from "zod";
import { msg } from "~/language/text";
import { optionalClientId, optionalText, saying } from "~/models/fields";
import { MESSAGE_MAX } from "../message";

/** The fields beside a photo: `id` is made by the client, as that of any message; `content` is the caption. */
export const photoInput = z.object({
  id: optionalClientId,
  content: optionalText(MESSAGE_MAX, msg("Use at most 2,000 characters")),
});
export type PhotoInput = z.output<typeof photoInput>;

/** The field beside a voice note: `id` is made by the client, as that of any message. */
export const voiceInput = z.object({ id: optionalClientId });
export type VoiceInput = z.output<typeof voiceInput>;

/** The query of a message's file. */
export const fileQuery = z.object({
  size: z.enum(["thumbnail", "whole"], { errorMap: saying(msg("Use thumbnail or whole")) }).default("whole"),
});
