// M3U and M3U8: playlists as players write them, a line of details and a line of where the file is for each song.
import type { PlaylistText } from "db/column-types";
import { Refusal } from "~/refusal";
import { playlistFileErrors } from "./playlist-file";
import type { FileSong, SongCollector } from "./song-collector";

/** `#EXTINF:225 key="value",Artist - Title`; the keys are those of television lists. */
const DETAILS = /^#EXTINF:\s*(-?\d+(?:\.\d+)?)?(?:\s+[\w-]+="[^"]*")*\s*,(.*)$/i;
const DIRECTIVE = /^#([A-Z]+):(.*)$/i;
/** The number that programs put before a file's name: "01 - ", "1-03 ", "07. ". */
const TRACK_NUMBER = /^(?:\d{1,2}-)?\d{1,3}(?:\s*[-._]\s*|\s+)(?=\S)/;
const LINE_MAX = 4_000;
/** What the parts of a stream have and a playlist of songs hasn't: Poweramp begins a line for ratings the same way. */
const STREAM = /^#EXT-X-(?:TARGETDURATION|STREAM-INF|MEDIA)\b/i;
/** Where systems keep songs, whatever is above. */
const MUSIC_FOLDER = /^(?:music|musik|musique|m\u00fasica|musica|downloads?)$/i;

/** What the lines before a song's file say about it. */
type Details = { seconds?: number; text?: string; artist?: string; album?: string };

/** Reads the playlist of an M3U file. Refuses (invalid) the parts of a stream. */
export function readM3u(text: string, songs: SongCollector) {
  let details: Details = {};
  for (const long of text.split(/\r\n?|\n/)) {
    const line = long.slice(0, LINE_MAX).trim();
    if (!line) continue;
    if (!line.startsWith("#")) {
      songs.add(toSong(details, line));
      details = {};
      continue;
    }
    if (STREAM.test(line)) throw new Refusal("invalid", playlistFileErrors.stream);
    const [, seconds, written] = DETAILS.exec(line) ?? [];
    if (written !== undefined) details = { ...details, seconds: Number(seconds ?? 0), text: written.trim() };
    const [, name = "", value = ""] = DIRECTIVE.exec(line) ?? [];
    if (/^EXTART$/i.test(name)) details.artist = value.trim();
    else if (/^EXTALB$/i.test(name)) details.album = value.trim();
    else if (/^PLAYLIST$/i.test(name)) songs.describe({ name: value });
  }
}

function toSong({ seconds = 0, text = "", artist = "", album = "" }: Details, address: string): FileSong {
  const folders = readPath(address);
  const file = (folders.pop() ?? "").replace(/\.[a-z\d]{2,4}$/i, "").replace(TRACK_NUMBER, "");
  const own = folders.slice(folders.findIndex((folder) => MUSIC_FOLDER.test(folder)) + 1);
  const [folderAlbum = "", folderArtist = ""] = own.reverse();
  const common = { album, durationMs: seconds * 1000 };
  const written = text || file;
  if (artist) return { ...common, artist, title: withoutArtist(written, artist) };
  const [first = "", ...rest] = written.split(/ [-–—] /);
  const last = rest.join(" - ");
  if (!last) return { ...common, title: written, artist: folderArtist, album: album || folderAlbum };
  // iTunes writes the title first; its folders say so.
  const isTitleFirst = isSame(last, folderArtist) && !isSame(first, folderArtist);
  return { ...common, ...(isTitleFirst ? { title: first, artist: last } : { title: last, artist: first }) };
}

function withoutArtist(text: string, artist: string): string {
  return text.startsWith(`${artist} - `) ? text.slice(artist.length + 3) : text;
}

function isSame(one: string, other: string): boolean {
  return one.trim().toLowerCase() === other.trim().toLowerCase();
}

/** The folders and the file of a path or a file's URL; the addresses of other hosts tell no names. */
function readPath(address: string): string[] {
  if (/^(?!file:)[a-z][a-z\d+.-]+:/i.test(address)) return [];
  const path = address.replace(/^file:\/\/(?:localhost)?/i, "").split(/[/\\]/);
  return path.map((part) => (/^file:/i.test(address) ? decode(part) : part)).filter(Boolean);
}

function decode(part: string): string {
  try {
    return decodeURIComponent(part);
  } catch {
    return part;
  }
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

/** Without the signs that a file's name can't have. */
export function toFileName(text: string): string {
  return toLine(text)
    .replace(/[\\/:*?"<>|]/g, "_")
    .slice(0, 120)
    .trim();
}
