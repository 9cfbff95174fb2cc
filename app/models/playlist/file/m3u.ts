// M3U and M3U8: playlists as players write them, with a line of details and a line with the file's path for each song.
import type { PlaylistText } from "db/column-types";
import { Refusal } from "~/refusal";
import { playlistFileErrors } from "./playlist-file";
import { type FileSong, SECONDS_MAX, type SongCollector } from "./song-collector";
import { completeSong, hasInPath, withoutArtist } from "./song-path";

/** `#EXTINF:225 key="value",Artist - Title`; TV lists have the keys. */
const DETAILS = /^#EXTINF: ?(-?\d+(?:\.\d+)?)?(?:[ ,]{1,2}[\w-]+="[^"]*")* ?,(.*)$/i;
/** The rest of a number of seconds with a decimal comma, before the text. */
const FRACTION = /^(\d+), ?(?=\S)/;
const DIRECTIVE = /^#([A-Z]+):(.*)$/i;
/** A song's length in its line. */
const LENGTH = /^#EXTINF:[ \t]*(\d+)/gim;
const LINE_MAX = 4_000;
/** Tags of video streams that no playlist of songs has. Not just "#EXT-X-": Poweramp begins a line for ratings with it. */
const STREAM = /^#EXT-X-(?:TARGETDURATION|STREAM-INF|MEDIA)\b/i;

/** What the lines before a song's file say about it. */
type Details = { length?: number; text?: string; artist?: string; album?: string };

/** Reads the playlist of an M3U file. Refuses (invalid) the parts of a stream. */
export function readM3u(text: string, songs: SongCollector) {
  let details: Details = {};
  const unitMs = hasMilliseconds(text) ? 1 : 1000;
  const add = (address: string) => {
    songs.add(toSong(details, address, unitMs));
    details = {};
  };
  for (const long of text.split(/\r\n?|\n/)) {
    const line = toLine(long.slice(0, LINE_MAX)).trim();
    if (!line) continue;
    if (!line.startsWith("#")) {
      add(line);
      continue;
    }
    if (STREAM.test(line)) throw new Refusal("invalid", playlistFileErrors.stream);
    const [, length, written] = DETAILS.exec(line) ?? [];
    // Some lists have no files.
    if (written !== undefined && details.text !== undefined) add("");
    if (written !== undefined) details = { ...details, length: Number(length ?? 0), text: written.trim() };
    const [, name = "", value = ""] = DIRECTIVE.exec(line) ?? [];
    if (/^EXTART$/i.test(name)) details.artist = value.trim();
    else if (/^EXTALB$/i.test(name)) details.album = value.trim();
    else if (/^PLAYLIST$/i.test(name)) songs.describe({ name: value });
  }
  if (details.text) add("");
}

function toSong(
  { length = 0, text = "", artist = "", album = "" }: Details,
  address: string,
  unitMs: number,
): FileSong {
  const written = withoutFraction(text, address);
  const title = artist ? withoutArtist(written, artist) : written;
  return completeSong({ title, artist, album, durationMs: length * unitMs }, address);
}

/** Whether most lengths would be longer than any song if they were in seconds. */
function hasMilliseconds(text: string): boolean {
  const lengths = [...text.matchAll(LENGTH)]
    .map(([, length]) => Number(length))
    .filter((length) => length > 0);
  return lengths.filter((length) => length > SECONDS_MAX).length * 2 > lengths.length;
}

/** "25,Low - Lullaby" after a number of seconds, without the fraction; "10,000 Maniacs" and "1, 2 Step" stay. */
function withoutFraction(text: string, address: string): string {
  const [fraction, digits = ""] = FRACTION.exec(text) ?? [];
  if (!fraction) return text;
  const rest = text.slice(fraction.length);
  const firstOf = (names: string) => names.split(" - ", 1)[0] ?? "";
  if (hasInPath(address, firstOf(text))) return text;
  const isNumber = /^\d/.test(rest) && digits.length <= 3 && !hasInPath(address, firstOf(rest));
  return isNumber ? text : rest;
}

/** Writes a playlist as M3U8, with the names that files of its songs would have. */
export function writeM3u({ name, songs }: PlaylistText): string {
  const lines = songs.flatMap(({ title, artist, album, duration }) => [
    `#EXTINF:${duration ?? -1},${toLine(artist)} - ${toLine(title)}`,
    `#EXTART:${toLine(artist)}`,
    ...(album ? [`#EXTALB:${toLine(album)}`] : []),
    // A name that begins with "#" would be a comment.
    `./${toFileName(`${artist} - ${title}`)}.mp3`,
  ]);
  return ["#EXTM3U", "#EXTENC:UTF-8", `#PLAYLIST:${toLine(name)}`, ...lines, ""].join("\n");
}

function toLine(text: string): string {
  return text.replace(/\s+/g, " ");
}

/** A text without the characters that file names can't have. */
export function toFileName(text: string): string {
  return toLine(text)
    .replace(/[\\/:*?"<>|]/g, "_")
    .slice(0, 120)
    .trim();
}
