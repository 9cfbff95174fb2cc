// What is sent of a playlist and its songs.
import { z } from "zod";
import { optionalClientId, optionalMemberId, optionalText, requiredText, tick } from "./fields";
import { pictureField } from "./picture-input";
import { DESCRIPTION_MAX } from "./playlist";

const SAY_WHERE = "Say where to";
const DURATION_MAX = 24 * 60 * 60;

/** The Create Playlist and Edit forms, and the JSON. `id` is made by the client: a repeat is the same. */
export const playlistInput = z.object({
  id: optionalClientId,
  name: requiredText("Name is required", 100),
  description: optionalText(DESCRIPTION_MAX),
  collaboratorId: optionalMemberId,
  isPublic: tick,
  coverImageUrl: pictureField,
});

/** The Add Song form, and the JSON. `duration` is in seconds, or as a form has it: m:ss. */
export const songInput = z.object({
  id: optionalClientId,
  artist: requiredText("Artist is required", 200),
  title: requiredText("Title is required", 200),
  album: optionalText(200),
  duration: z.preprocess(
    readDuration,
    z
      .number({ invalid_type_error: "Use minutes and seconds, such as 3:45" })
      .int("Use whole seconds")
      .min(1, "Use minutes and seconds, such as 3:45")
      .max(DURATION_MAX, "A song lasts a day at most")
      .nullable(),
  ),
});

/** Where a song goes: before another one of the list, or with a blank to the end. */
export const songPlace = z.object({
  before: z
    .string({ required_error: SAY_WHERE, invalid_type_error: SAY_WHERE })
    .regex(/^[\da-f-]{0,36}$/i, SAY_WHERE),
});

function readDuration(typed: unknown): unknown {
  if (typed === undefined || typed === null) return null;
  if (typeof typed !== "string") return typed;
  const text = typed.trim();
  if (text === "") return null;
  const [, hours = "0", minutes, seconds] = text.match(/^(?:(\d{1,2}):)?(\d{1,3}):([0-5]\d)$/) ?? [];
  if (minutes === undefined) return /^\d{1,6}$/.test(text) ? Number(text) : typed;
  return Number(hours) * 3600 + Number(minutes) * 60 + Number(seconds);
}
