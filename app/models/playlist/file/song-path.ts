// Reads the path of a song's file: its name and folders are often the title, the artist and the album.
import type { FileSong } from "./song-collector";

/** Where systems keep songs, whatever is above. */
const MUSIC_FOLDER =
  /^(?:music|musik|musique|m\u00fasica|musica|muziek|muzyka|downloads?|itunes(?: media| music)?|media\.localized)$/i;
/** Folders above a member's own: a home folder, a phone's storage, another disk. */
const ROOT =
  /^\/+(?:(?:home|users|media|volumes|mnt|documents and settings)\/[^/]+|storage\/(?:emulated\/\d+|[^/]+)|sdcard)(?=\/)/i;
/** The number that programs put before a file's name: "01 - ", "1-03 ", "07. "; not "50 Cent". */
const TRACK_NUMBER = /^(?:\d{1,2}-)?(?:\d{1,3}\s*[-._]\s*|(?:0\d{1,2}|[1-3]?\d|1\d\d)\s+)(?=\S)/;
const EXTENSION = /\.(?:[a-z][a-z\d]{1,3}|3gp)$/i;
const AUDIO_EXTENSION = /\.(?:mp3|m4a|flac|ogg|opus|wav|wma|aac)$/i;
/** Suffixes added by programs that save videos: "[-0S3qV972A0]", "(MP3 70K)". */
const SAVED_FROM = / ?(?:\[(?=[\w-]{0,10}(?:[\d_]|[a-z][A-Z]))[\w-]{11}\]|\(MP3 \d{2,3}K\))$/;
/** A letter beyond ASCII in a URL: the escaped bytes of UTF-8. */
const ESCAPED_LETTER =
  /%(?:c[2-9a-f]|d[\da-f])%[89ab][\da-f]|%e[\da-f](?:%[89ab][\da-f]){2}|%f[0-4](?:%[89ab][\da-f]){3}/i;
const SEPARATOR = / [-–—] /g;
const ADDRESS_MAX = 4_000;
/** How much of a text is looked at, and how many separators. */
const READ_CHARACTERS = 1000;
const SEPARATORS_MAX = 20;

type Path = { artist: string; album: string; file: string; numbered: string };
type Names = { artist: string; title: string };

/** The song with its missing names filled in, as far as its file's path or URL tells them. */
export function completeSong(song: FileSong, address: string): FileSong {
  const [written, artist] = [song.title?.trim() ?? "", song.artist?.trim() ?? ""];
  if (written && artist) return song;
  const title = /_[-–—]_/.test(written) && !/\s/.test(written) ? withSpaces(written, false) : written;
  const path = readPath(address);
  if (artist) return { ...song, title: withoutArtist(path.file, artist) };
  const names = title
    ? (splitNames(title, path.artist) ?? findArtist(title, path))
    : (splitNames(path.numbered, path.artist, true) ?? splitNames(path.file, path.artist));
  if (names) return { ...song, ...names };
  if (!path.artist && !title) return { ...song, ...(splitLoosely(path.file) ?? { title: path.file }) };
  return { ...song, title: title || path.file, artist: path.artist, album: song.album || path.album };
}

/** A text such as "Artist - Title" without its artist. */
export function withoutArtist(text: string, artist: string): string {
  const behind = text.slice(artist.length);
  if (isSame(text.slice(0, artist.length), artist) && /^ [-–—] ./.test(behind)) return behind.slice(3).trim();
  const before = text.slice(0, -artist.length);
  return isSame(text.slice(-artist.length), artist) && /. [-–—] $/.test(before) ? before.slice(0, -3) : text;
}

/** Whether the path or URL of a file has this name in it. */
export function hasInPath(address: string, name: string): boolean {
  return fold(partsOf(address).join("/")).includes(fold(name));
}

/**
 * "Artist - Title", or "Title - Artist" if the folder says so, as iTunes writes it. `onlyKnown` leaves out what the folder
 * doesn't confirm.
 */
function splitNames(text: string, known: string, onlyKnown = false): Names | undefined {
  const pairs = splitAll(text);
  const own = known ? pairs.find(([first]) => isSame(first, known)) : undefined;
  if (own) return { artist: own[0], title: own[1] };
  const [behind] = known && !onlyKnown ? pairs.filter(([, last]) => isSame(last, known)).reverse() : [];
  if (behind) return { artist: behind[1], title: behind[0] };
  const [pair] = onlyKnown ? [] : pairs;
  return pair && { artist: pair[0], title: pair[1] };
}

/** The artist beside the title in a file's name, whichever comes first. */
function findArtist(title: string, { numbered, file }: Path): Names | undefined {
  for (const [first, last] of [...splitAll(numbered), ...splitAll(file)]) {
    if (isSame(first, title)) return { title, artist: last };
    if (isSame(last, title)) return { title, artist: first };
  }
  return undefined;
}

function splitAll(text: string): [first: string, last: string][] {
  const read = text.slice(0, READ_CHARACTERS);
  return [...read.matchAll(SEPARATOR)]
    .slice(0, SEPARATORS_MAX)
    .map(({ index }): [string, string] => [read.slice(0, index).trim(), read.slice(index + 3).trim()])
    .filter(([first, last]) => first && last);
}

/** "Artist- Title", as some programs write it. */
function splitLoosely(file: string): Names | undefined {
  const [artist = "", title = ""] = file.split(/(?<=\S)- (?=\S)/, 2);
  return title ? { artist, title } : undefined;
}

function isSame(one: string, other: string): boolean {
  return fold(one) === fold(other);
}

/** A name without characters that file names can't have or replace. */
function fold(text: string): string {
  return text
    .normalize("NFC")
    .toLowerCase()
    .replace(/[\\/:*?"<>|_\s]+/g, " ")
    .trim();
}

/** The folders and the name in a path or a file URL; URLs of other hosts tell no names. */
function readPath(address: string): Path {
  const parts = partsOf(address);
  const name = parts.pop() ?? "";
  const numbered = name.replace(EXTENSION, "").replace(AUDIO_EXTENSION, "").replace(SAVED_FROM, "").trim();
  const first = parts.findIndex((folder) => MUSIC_FOLDER.test(folder));
  const below = first < 0 ? parts : parts.slice(first);
  const own = below.slice(below.findIndex((folder) => !MUSIC_FOLDER.test(folder)));
  const [album = "", artist = ""] = below.every((folder) => MUSIC_FOLDER.test(folder)) ? [] : own.reverse();
  return { artist, album, numbered, file: numbered.replace(TRACK_NUMBER, "") };
}

function partsOf(written: string): string[] {
  const address = written.slice(0, ADDRESS_MAX).replace(/\s+/g, " ").trim();
  if (/^(?!file:)[a-z][a-z\d+.-]+:/i.test(address)) return [];
  const isUrl = /^file:/i.test(address);
  const path = address
    .replace(/^file:(?:\/\/[^/]*)?/i, "")
    // The name of another machine, or a drive.
    .replace(/^\\\\[^\\]+|^\/*[a-z]:(?=[/\\])/i, "")
    .replaceAll("\\", "/");
  const isEscaped = isUrl || ESCAPED_LETTER.test(path) || (path.includes("%20") && !path.includes(" "));
  const folders = path.replace(ROOT, "").split("/");
  const parts = (isEscaped ? folders.map(unescapePart) : folders).filter((part) => !/^\.{0,2}$/.test(part));
  const isSpaced = parts.some((part) => part.includes(" "));
  return parts.map((part) => (part.includes(" ") ? part : withSpaces(part, isSpaced)));
}

/** "Second_Light" in a path without spaces gets one; "AC_DC" stays in a path that has some. */
function withSpaces(part: string, isSpaced: boolean): string {
  return isSpaced && part.split("_").length < 3 ? part : part.replaceAll("_", " ").replace(/ +/g, " ").trim();
}

/** Decodes the UTF-8 or Latin-1 bytes in a URL's part; "100%" stays. */
function unescapePart(part: string): string {
  return part.replace(/(?:%[\da-f]{2})+/gi, (escapes) => {
    try {
      return decodeURIComponent(escapes);
    } catch {
      return escapes.replace(/%([\da-f]{2})/gi, (written, hexadecimal: string) => {
        const code = Number.parseInt(hexadecimal, 16);
        return code < 0x80 || code >= 0xc0 ? String.fromCharCode(code) : written;
      });
    }
  });
}
