// Schemas of a playlist, its songs and their order.
import { z } from "zod";
import { checkbox, optionalClientId, optionalMemberId, optionalText, requiredText } from "~/models/fields";
import { pictureField } from "~/models/picture/picture-schema";
import { DESCRIPTION_MAX } from "./playlist";

const BEFORE = "before must be the id of a song, or blank";
const DURATION_MAX = 24 * 60 * 60;

/** The Create Playlist and Edit Playlist forms, and their JSON. The client makes the `id`, so that a repeat is the same playlist. */
export const playlistInput = z.object({
  id: optionalClientId,
  name: requiredText("Name is required", 100),
  description: optionalText(DESCRIPTION_MAX),
  collaboratorId: optionalMemberId,
  isPublic: checkbox,
  coverImageUrl: pictureField,
});

/** The Add Song form and its JSON. `duration` is in seconds, or m:ss in a form. */
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
      .max(DURATION_MAX, "A song can last up to 24 hours")
      .nullable(),
  ),
});

/** The song before which another one moves; a blank moves it to the end. */
export const songMove = z.object({
  before: z.string({ required_error: BEFORE, invalid_type_error: BEFORE }).regex(/^[\da-f-]{0,36}$/i, BEFORE),
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
