// JSPF: playlists as JSON, as ListenBrainz writes them (https://www.xspf.org/jspf). It takes only songs with a MusicBrainz id.
import type { PlaylistText } from "db/column-types";
import { decodeHTMLStrict } from "entities";
import { z } from "zod";
import { firstOf, textOr } from "~/integrations/answer-fields";
import { Refusal } from "~/refusal";
import { playlistFileErrors } from "./playlist-file";
import type { SongCollector } from "./song-collector";
import { completeSong } from "./song-path";

/** Where ListenBrainz keeps its own details of a playlist; its annotations are HTML. */
const LISTENBRAINZ = "https://musicbrainz.org/doc/jspf#playlist";

/** More than four megabytes can hold. */
const MOST_TRACKS = 100_000;

const text = z.unknown().transform((value) => {
  if (typeof value === "number") return String(value);
  return typeof value === "string" ? value : undefined;
});
const track = objectOf({
  title: text,
  creator: text,
  album: text,
  /** An address, or a list of them. */
  location: z
    .unknown()
    .transform((value) => (Array.isArray(value) ? value[0] : value))
    .pipe(textOr("")),
  duration: z.unknown().transform((value) => Number(value) || undefined),
});
const file = z.object({
  playlist: z.object({
    title: text,
    annotation: text,
    extension: z.record(z.unknown()).optional().catch(undefined),
    track: firstOf(MOST_TRACKS, track),
  }),
});

/** Reads the playlist of a JSPF file. Refuses (invalid) broken and other JSON. */
export function readJspf(json: string, songs: SongCollector) {
  const parsed = file.safeParse(parseJson(json));
  if (!parsed.success) throw new Refusal("invalid", playlistFileErrors.wrong);
  const { title, annotation = "", extension = {}, track } = parsed.data.playlist;
  songs.describe({
    name: title,
    description: LISTENBRAINZ in extension ? withoutTags(annotation) : annotation,
  });
  for (const { title, creator, album, duration, location } of track)
    songs.add(completeSong({ title, artist: creator, album, durationMs: duration }, location));
}

/** Writes a playlist as JSPF. */
export function writeJspf({ name, description, songs }: PlaylistText): string {
  const playlist = {
    title: name,
    annotation: description || undefined,
    track: songs.map(({ title, artist, album, duration }) => ({
      title,
      creator: artist,
      album: album || undefined,
      duration: duration === null ? undefined : duration * 1000,
    })),
  };
  return `${JSON.stringify({ playlist }, null, 2)}\n`;
}

function withoutTags(html: string): string {
  const lines = html.replace(/<\/(?:p|div|li)>|<br\s*\/?>/gi, "\n").replace(/<[^<>]*>/g, "");
  return decodeHTMLStrict(lines);
}

/** An object with these fields; anything else is read as an empty one. */
function objectOf<Shape extends z.ZodRawShape>(shape: Shape) {
  const isObject = (value: unknown) => typeof value === "object" && value !== null && !Array.isArray(value);
  return z.preprocess((value) => (isObject(value) ? value : {}), z.object(shape));
}

/** Control characters, which JSON forbids inside strings; between strings they are spaces. */
const CONTROL = /\p{Cc}/gu;
const ESCAPE = /\\(?:["\\/bfnrt]|u[\da-f]{4})|\\/gi;

/** Parses JSON whose strings may have control characters and stray backslashes. Refuses what is broken otherwise (invalid). */
export function parseJson(json: string): unknown {
  try {
    return JSON.parse(json);
  } catch {
    return parseMended(json);
  }
}

function parseMended(json: string): unknown {
  const mended = json
    .replace(CONTROL, " ")
    .replace(ESCAPE, (written) => (written === "\\" ? "\\\\" : written));
  try {
    return JSON.parse(mended);
  } catch {
    throw new Refusal("invalid", playlistFileErrors.damaged);
  }
}
