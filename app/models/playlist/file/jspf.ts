// JSPF: playlists as JSON, as ListenBrainz writes them (https://www.xspf.org/jspf). It takes only songs with a MusicBrainz id.
import type { PlaylistText } from "db/column-types";
import { z } from "zod";
import { firstOf, textOr } from "~/integrations/answer-fields";
import { Refusal } from "~/refusal";
import { playlistFileErrors } from "./playlist-file";
import type { SongCollector } from "./song-collector";

/** Where ListenBrainz keeps its own details of a playlist; its annotations are HTML. */
const LISTENBRAINZ = "https://musicbrainz.org/doc/jspf#playlist";

/** More than four megabytes of songs have. */
const MOST_TRACKS = 100_000;

const text = textOr(undefined);
const track = z.preprocess(
  (value) => (typeof value === "object" && !Array.isArray(value) ? (value ?? {}) : {}),
  z.object({
    title: text,
    creator: text,
    album: text,
    duration: z.unknown().transform((value) => Number(value) || undefined),
  }),
);
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
  const parsed = file.safeParse(parse(json));
  if (!parsed.success) throw new Refusal("invalid", playlistFileErrors.wrong);
  const { title, annotation = "", extension = {}, track } = parsed.data.playlist;
  songs.describe({
    name: title,
    description: LISTENBRAINZ in extension ? withoutTags(annotation) : annotation,
  });
  for (const { title, creator, album, duration } of track)
    songs.add({ title, artist: creator, album, durationMs: duration });
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

function parse(json: string): unknown {
  try {
    return JSON.parse(json);
  } catch {
    throw new Refusal("invalid", playlistFileErrors.damaged);
  }
}

const signs: Record<string, string> = { amp: "&", lt: "<", gt: ">", quot: '"', "#39": "'", nbsp: " " };

function withoutTags(html: string): string {
  const lines = html.replace(/<\/(?:p|div|li)>|<br\s*\/?>/gi, "\n").replace(/<[^<>]*>/g, "");
  return lines.replace(/&(amp|lt|gt|quot|#39|nbsp);/g, (_, name: string) => signs[name] ?? "");
}
