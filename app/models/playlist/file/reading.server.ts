// Reads a playlist from the bytes of a file, whatever its format.
import type { ReadPlaylist } from "db/column-types";
import { decodeXML } from "entities";
import { judgeEncoding } from "~/models/encoding-judge.server";
import { entityDecoder } from "~/models/html-entities.server";
import type { TextEncoding } from "~/models/text-encoding";
import { decodeText } from "~/models/text-file.server";
import { Refusal } from "~/refusal";
import { readJspf } from "./jspf";
import { readM3u } from "./m3u";
import { playlistFileErrors } from "./playlist-file";
import { SongCollector } from "./song-collector";
import { readSongsCsv } from "./song-csv.server";
import { readXspf } from "./xspf.server";

/** What an XML file may say of its letters, besides what `decodeText` finds by itself. */
const declaredEncodings: Record<string, TextEncoding> = {
  "iso-8859-1": "windows-1252",
  "iso-8859-15": "windows-1252",
  "windows-1252": "windows-1252",
  "iso-8859-2": "windows-1250",
  "windows-1250": "windows-1250",
  "windows-1251": "windows-1251",
};
const HEAD_BYTES = 200;
/** What a browser saves of a service's page instead of its file. */
const PAGE = /^<(?:!doctype\s+)?html\b/i;

/** The playlists of a file. `otherCount` is how many more it has. */
export type PlaylistFile = { playlists: ReadPlaylist[]; otherCount: number; encoding: TextEncoding };

/**
 * Reads the playlists of a file; `filename` names one that has no name. `chosen` is what the member says its letters are.
 * Refuses (invalid) what is no playlist or has no songs.
 */
export async function readPlaylistFile(
  bytes: Uint8Array,
  filename: string,
  chosen?: TextEncoding,
): Promise<PlaylistFile> {
  const head = Buffer.from(bytes.subarray(0, HEAD_BYTES)).toString("latin1");
  if (head.startsWith("PK")) throw new Refusal("invalid", playlistFileErrors.zip);
  const [, declared = ""] = /^<\?xml[^>]*encoding=["']([\w-]+)/i.exec(head) ?? [];
  const { text, encoding } = await decodeText(bytes, {
    judge: judgeEncoding,
    chosen: chosen ?? declaredEncodings[declared.toLowerCase()],
  });
  const songs = new SongCollector(entityDecoder(readEscapes(text)));
  await readText(text.replace(/^\ufeff/, ""), filename, songs);
  const playlists = songs.playlists();
  if (!playlists.length) throw new Refusal("invalid", playlistFileErrors.noSongs);
  const name = filename.replace(/^.*[/\\]/, "").replace(/\.\w{1,5}$/, "");
  return {
    playlists: playlists.map((playlist) => ({ ...playlist, name: playlist.name.trim() || name })),
    otherCount: songs.others.size,
    encoding,
  };
}

/** The text of XML and JSON without their own ways to write an ampersand. */
function readEscapes(text: string): string {
  const start = text
    .slice(0, HEAD_BYTES)
    .replace(/^\ufeff/, "")
    .trimStart();
  return start.startsWith("<") ? decodeXML(text) : text.replaceAll("\\u0026", "&");
}

async function readText(written: string, filename: string, songs: SongCollector) {
  const text = written.trimStart();
  if (text.startsWith("{")) return readJspf(text, songs);
  if (PAGE.test(text)) throw new Refusal("invalid", playlistFileErrors.wrong);
  if (text.startsWith("<")) return readXspf(text, songs);
  if (/^#EXT/im.test(text.slice(0, HEAD_BYTES)) || /\.m3u8?$/i.test(filename)) return readM3u(text, songs);
  if (text.startsWith("[") || text.includes("\0")) throw new Refusal("invalid", playlistFileErrors.wrong);
  // A column without a name may begin the first line.
  await readSongsCsv(written, songs);
}
