// Reads a playlist from the bytes of a file, whatever its format, and the playlists and liked songs in Spotify's own download of an
// account's data.
import type { Readable } from "node:stream";
import { text as readText } from "node:stream/consumers";
import type { ReadPlaylist } from "db/column-types";
import { decodeXML } from "entities";
import { msg } from "~/language/text";
import { judgeEncoding } from "~/models/text-file/encoding-judge.server";
import { entityDecoder } from "~/models/text-file/html-entities.server";
import type { TextEncoding } from "~/models/text-file/text-encoding";
import { decodeText } from "~/models/text-file/text-file.server";
import { listEntries, openEntry, openZip } from "~/models/zip-file.server";
import { Refusal } from "~/refusal";
import { parseJson, readJspf } from "./jspf.server";
import { readM3u } from "./m3u";
import { playlistFileErrors } from "./playlist-file";
import { type FileSong, SongCollector } from "./song-collector";
import { readSongsCsv } from "./song-csv.server";
import { readXspf } from "./xspf.server";

/** The encodings that an XML file may declare, besides those that `decodeText` detects by itself. */
const declaredEncodings: Record<string, TextEncoding> = {
  "iso-8859-1": "windows-1252",
  "iso-8859-15": "windows-1252",
  "windows-1252": "windows-1252",
  "iso-8859-2": "windows-1250",
  "windows-1250": "windows-1250",
  "windows-1251": "windows-1251",
};
const HEAD_BYTES = 200;
/** A service's web page, which a browser has saved instead of the file. */
const PAGE = /^<(?:!doctype\s+)?html\b/i;
/** How Spotify's download of a member's playlists and of their liked songs begins. */
const SPOTIFY = /^\{\s*"(?:playlists|tracks)"\s*:\s*\[/;

/** The files with playlists in Spotify's download, and how much they can hold together. */
const DOWNLOADED = /(?:^|\/)(?:Playlist\d+|YourLibrary)\.json$/i;
const UNPACKED_BYTES = 20_000_000;

/** The playlists of a file. `otherCount` is how many more it has. */
export type PlaylistFile = { playlists: ReadPlaylist[]; otherCount: number; encoding: TextEncoding };

/**
 * Reads the playlists of a file; `filename` names one that has no name. `chosen` is the encoding that the member has chosen.
 * Refuses (invalid) files that aren't playlists or have no songs.
 */
export async function readPlaylistFile(
  bytes: Uint8Array,
  filename: string,
  chosen?: TextEncoding,
): Promise<PlaylistFile> {
  const head = Buffer.from(bytes.subarray(0, HEAD_BYTES)).toString("latin1");
  if (head.startsWith("PK")) return { ...toFile(await readZip(Buffer.from(bytes)), ""), encoding: "utf-8" };
  const [, declared = ""] = /^<\?xml[^>]*encoding=["']([\w-]+)/i.exec(head) ?? [];
  const { text, encoding } = await decodeText(bytes, {
    judge: judgeEncoding,
    chosen: chosen ?? declaredEncodings[declared.toLowerCase()],
  });
  const songs = await readSongs(text.replace(/^\ufeff/, ""), filename);
  return { ...toFile(songs, filename), encoding };
}

function toFile(songs: SongCollector, filename: string): Omit<PlaylistFile, "encoding"> {
  const playlists = songs.playlists();
  if (!playlists.length) throw new Refusal("invalid", playlistFileErrors.noSongs);
  const name = filename.replace(/^.*[/\\]/, "").replace(/\.\w{1,5}$/, "");
  return {
    playlists: playlists.map((playlist) => ({ ...playlist, name: playlist.name.trim() || name })),
    otherCount: songs.others.size,
  };
}

/** Reads the playlists of Spotify's own download, which comes as a ZIP. Refuses any other ZIP (invalid). */
async function readZip(bytes: Buffer): Promise<SongCollector> {
  const zip = await openZip(bytes, playlistFileErrors);
  const entries = (await listEntries(zip, playlistFileErrors))
    .filter(
      ({ fileName, generalPurposeBitFlag }) => DOWNLOADED.test(fileName) && !(generalPurposeBitFlag & 1),
    )
    .sort((one, other) => one.fileName.localeCompare(other.fileName, "en", { numeric: true }));
  if (!entries.length) throw new Refusal("invalid", playlistFileErrors.zip);
  const size = entries.reduce((total, { uncompressedSize }) => total + uncompressedSize, 0);
  if (size > UNPACKED_BYTES) throw new Refusal("invalid", playlistFileErrors.unpacked);
  const texts: string[] = [];
  for (const entry of entries) {
    const stream = await openEntry(zip, entry, playlistFileErrors);
    texts.push(await readStream(stream));
  }
  const songs = new SongCollector(entityDecoder(texts.join("\n")));
  for (const [index, text] of texts.entries()) readSpotifyDownload(text, songs, index);
  return songs;
}

async function readStream(stream: Readable): Promise<string> {
  try {
    return (await readText(stream)).replace(/^\ufeff/, "");
  } catch {
    throw new Refusal("invalid", playlistFileErrors.damaged);
  }
}

async function readSongs(written: string, filename: string): Promise<SongCollector> {
  const text = written.trimStart();
  if (PAGE.test(text)) throw new Refusal("invalid", playlistFileErrors.wrong);
  const read = readerOf(text, filename);
  const songs = new SongCollector(entityDecoder(readEscapes(text)));
  // The first line may begin with a column without a name.
  await read(read === readSongsCsv ? written : text, songs);
  return songs;
}

/** The text of XML and JSON without their own ways to write an ampersand. */
function readEscapes(text: string): string {
  return text.startsWith("<") ? decodeXML(text) : text.replaceAll("\\u0026", "&");
}

function readerOf(
  text: string,
  filename: string,
): (text: string, songs: SongCollector) => void | Promise<void> {
  if (text.startsWith("{")) return SPOTIFY.test(text.slice(0, HEAD_BYTES)) ? readSpotifyDownload : readJspf;
  if (text.startsWith("<")) return readXspf;
  if (/^#EXT/im.test(text.slice(0, HEAD_BYTES)) || /\.m3u8?$/i.test(filename)) return readM3u;
  if (text.startsWith("[") || text.includes("\0")) throw new Refusal("invalid", playlistFileErrors.wrong);
  return readSongsCsv;
}

// Not translated: what Spotify calls them.
const LIKED_SONGS = "Liked Songs";

type Fields = Record<string, unknown>;

/**
 * Reads the playlists of a file of the download, or the songs that its member likes; `fileNumber` tells several files apart.
 * Refuses (invalid) broken JSON.
 */
function readSpotifyDownload(json: string, songs: SongCollector, fileNumber = 0) {
  const file = toFields(parseJson(json));
  for (const [index, playlist] of toList(file.playlists).entries()) {
    const { name, description, items } = toFields(playlist);
    // Several playlists can have one name.
    const key = `${fileNumber} ${index}`;
    for (const item of toList(items)) addItem(toFields(item), songs, toText(name), key);
    if (toList(items).length) songs.describe({ description: toText(description) }, key);
  }
  for (const each of toList(file.tracks)) {
    const { track, artist, album } = toFields(each);
    songs.add({ title: toText(track), artist: toText(artist), album: toText(album) }, LIKED_SONGS);
  }
}

function addItem(
  { track, localTrack, episode, audiobook }: Fields,
  songs: SongCollector,
  name: string,
  key: string,
) {
  if (track) {
    const { trackName, artistName, albumName } = toFields(track);
    songs.add({ title: toText(trackName), artist: toText(artistName), album: toText(albumName) }, name, key);
  } else if (localTrack) songs.add(readLocalTrack(toText(toFields(localTrack).uri)), name, key);
  else if (episode) songs.leaveOut(msg("A podcast episode."), name, key);
  else if (audiobook) songs.leaveOut(msg("An audiobook."), name, key);
  else songs.leaveOut(msg("No longer on Spotify."), name, key);
}

/** A song on the member's own device: "spotify:local:Artist:Album:Title:200", with the seconds. */
function readLocalTrack(uri: string): FileSong {
  const [, , artist, album, title, seconds] = uri.split(":", 6).map(decodePart);
  return { title, artist, album, durationMs: Number(seconds) * 1000 || undefined };
}

function decodePart(part: string): string {
  try {
    return decodeURIComponent(part.replaceAll("+", " "));
  } catch {
    return part;
  }
}

// A schema would take half a minute for the million entries that four megabytes can hold.
function toFields(value: unknown): Fields {
  return typeof value === "object" && value !== null ? (value as Fields) : {};
}

function toList(value: unknown): unknown[] {
  return Array.isArray(value) ? value : [];
}

function toText(value: unknown): string {
  return typeof value === "string" ? value : "";
}
