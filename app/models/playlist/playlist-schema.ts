// Schemas of a playlist, its songs and their order.
import { z } from "zod";
import { msg } from "~/language/text";
import { cursorField, cursorNumber, timedPage } from "~/models/cursor";
import {
  checkbox,
  optionalClientId,
  optionalMemberId,
  optionalText,
  requiredText,
  saying,
} from "~/models/fields";
import { pictureField } from "~/models/picture/picture-schema";
import { DESCRIPTION_MAX, PLAYLIST_NAME_MAX } from "./playlist";

// Not translated: for programs.
const BEFORE = "before must be the id of a song, or blank";
/** A song's longest duration, in seconds. */
export const DURATION_MAX = 24 * 60 * 60;
/** The longest title, artist and album of a song. */
export const SONG_TEXT_MAX = 200;

const playlistName = requiredText(msg("Name is required"), PLAYLIST_NAME_MAX);

/** The form that adds an imported playlist. */
export const importedPlaylistInput = z.object({ name: playlistName });

/** The form that copies a playlist, and its JSON; without a name the copy has the original's. */
export const playlistCopyInput = z.object({
  id: optionalClientId,
  name: playlistName.optional(),
});

/**
 * The Create Playlist and Edit Playlist forms, and their JSON. The client makes the `id`, so that a repeat is the same
 * playlist.
 */
export const playlistInput = z.object({
  id: optionalClientId,
  name: playlistName,
  description: optionalText(DESCRIPTION_MAX),
  collaboratorId: optionalMemberId,
  isPublic: checkbox,
  coverImageUrl: pictureField,
});

const refuseDuration: z.ZodErrorMap = (issue) => {
  if (issue.code === "too_big") return saying(msg("A song can last up to 24 hours"))();
  const isBroken = issue.code === "invalid_type" && issue.expected === "integer";
  return saying(isBroken ? msg("Use whole seconds") : msg("Use minutes and seconds, such as 3:45"))();
};

/** The Add Song form and its JSON. `duration` is in seconds, or m:ss in a form. */
export const songInput = z.object({
  id: optionalClientId,
  artist: requiredText(msg("Artist is required"), SONG_TEXT_MAX),
  title: requiredText(msg("Title is required"), SONG_TEXT_MAX),
  album: optionalText(SONG_TEXT_MAX),
  duration: z.preprocess(
    readDuration,
    z.number({ errorMap: refuseDuration }).int().min(1).max(DURATION_MAX).nullable(),
  ),
});

/** The song that another one is moved before; blank moves it to the end. */
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

/** The query of a member's playlists, with a cursor for each of the two lists. */
export const playlistsPage = z.object({ own: timedPage.shape.cursor, shared: timedPage.shape.cursor });
export type PlaylistCursors = z.output<typeof playlistsPage>;

/** The query of a playlist's songs. */
export const songPage = z.object({ cursor: cursorField({ position: cursorNumber }) });
export type SongCursor = NonNullable<z.output<typeof songPage>["cursor"]>;
