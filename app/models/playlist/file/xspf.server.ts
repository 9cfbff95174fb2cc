// XSPF: playlists as XML, as VLC and other players write them (https://www.xspf.org/spec).
import type { PlaylistText } from "db/column-types";
import { decodeHTMLStrict } from "entities";
import { SaxesParser } from "saxes";
import type { Message } from "~/language/text";
import { Refusal } from "~/refusal";
import { playlistFileErrors } from "./playlist-file";
import type { FileSong, SongCollector } from "./song-collector";
import { completeSong } from "./song-path";

/** A playlist has five levels, and players' extensions a few more. */
const DEPTH_MAX = 32;
/** The longest text that is kept of an element. */
const TEXT_MAX = 2_000;

/** The elements that are read, by their path. Players' own elements have other names or paths. */
const READ = new Map([
  ["playlist/title", "name"],
  ["playlist/annotation", "description"],
  ["playlist/trackList/track/title", "title"],
  ["playlist/trackList/track/creator", "artist"],
  ["playlist/trackList/track/album", "album"],
  ["playlist/trackList/track/duration", "duration"],
  ["playlist/trackList/track/location", "location"],
]);

/** The ends of XML's sections in which characters stand for themselves. */
const LITERAL = /(<!\[CDATA\[|\]\]>|<!--|-->)/;
/** Characters that XML can't hold, and their replacements. */
const UNSTORABLE = /(?![\t\n\r])\p{Cc}|\p{Cs}|[\ufffd-\uffff]/gu;
/** Entities, each "&" that begins none, and each "<" that begins no tag. */
const SIGN = /&(?:#\d{1,7}|#x[\da-f]{1,6}|\w{1,10});|&|<(?![\p{L}_/!?:])/giu;

/**
 * Reads the playlist of an XSPF file. Refuses (invalid) broken and other XML, and any document type, so that no entity can be
 * declared.
 */
export function readXspf(xml: string, songs: SongCollector) {
  const parser = new SaxesParser();
  const path: string[] = [];
  let rootPrefix = "";
  let fields: Record<string, string> = {};
  let field: string | undefined;
  const reject = (message: Message) => {
    throw new Refusal("invalid", message);
  };
  parser.on("doctype", (doctype) =>
    reject(/^\s*plist\b/i.test(doctype) ? playlistFileErrors.itunes : playlistFileErrors.documentType),
  );
  parser.on("error", () => reject(playlistFileErrors.damaged));
  parser.on("opentag", ({ name }) => {
    const prefix = name.slice(0, name.indexOf(":") + 1);
    if (!path.length) rootPrefix = prefix;
    path.push(prefix === rootPrefix ? name.slice(prefix.length) : name);
    if (path[0] === "plist") reject(playlistFileErrors.itunes);
    if (path[0] !== "playlist") reject(playlistFileErrors.wrong);
    if (path.length > DEPTH_MAX) reject(playlistFileErrors.damaged);
    field = READ.get(path.join("/"));
    // A song can have several locations.
    if (field && fields[field]) field = undefined;
  });
  const addText = (text: string) => {
    if (field) fields[field] = ((fields[field] ?? "") + text).slice(0, TEXT_MAX);
  };
  parser.on("text", addText);
  parser.on("cdata", addText);
  parser.on("closetag", () => {
    const closed = path.join("/");
    path.pop();
    field = undefined;
    if (closed === "playlist/title" || closed === "playlist/annotation") songs.describe(fields);
    else if (closed === "playlist/trackList/track") songs.add(toSong(fields));
    else return;
    fields = {};
  });
  parser.write(mend(xml)).close();
}

/** XML without forbidden characters and comments, and with the characters escaped that players leave unescaped. */
function mend(xml: string): string {
  let end: string | undefined;
  const parts = xml
    .replace(/^<\?xml[^>]*>/i, "")
    .replace(UNSTORABLE, "")
    .split(LITERAL);
  return parts
    .map((part) => {
      const isComment = end === "-->";
      if (end !== undefined) {
        if (part === end) end = undefined;
        return isComment ? "" : part;
      }
      if (part === "<![CDATA[") end = "]]>";
      if (part === "<!--") end = "-->";
      if (end !== undefined) return part === "<!--" ? "" : part;
      return part === "]]>" ? "]]&gt;" : part.replace(SIGN, escapeSign);
    })
    .join("");
}

/** Keeps XML's own entities and turns HTML's into their characters; anything else stays as it reads. */
function escapeSign(sign: string): string {
  if (sign.length === 1) return escapes[sign] ?? sign;
  if (/^&(?:amp|lt|gt|quot|apos);$/.test(sign)) return sign;
  return escapeXml(decodeHTMLStrict(sign).replace(UNSTORABLE, ""));
}

function toSong({ title, artist, album, duration = "", location = "" }: Record<string, string>): FileSong {
  return completeSong({ title, artist, album, durationMs: Number(duration) || undefined }, location.trim());
}

/** Writes a playlist as XSPF. */
export function writeXspf({ name, description, songs }: PlaylistText): string {
  const element = (tag: string, text: string) => (text ? [`<${tag}>${escapeXml(text)}</${tag}>`] : []);
  const tracks = songs.map(({ title, artist, album, duration }) => {
    const milliseconds = duration === null ? "" : String(duration * 1000);
    const parts = [
      ...element("title", title),
      ...element("creator", artist),
      ...element("album", album),
      ...element("duration", milliseconds),
    ];
    return `    <track>${parts.join("")}</track>`;
  });
  return [
    '<?xml version="1.0" encoding="UTF-8"?>',
    '<playlist version="1" xmlns="http://xspf.org/ns/0/">',
    ...[...element("title", name), ...element("annotation", description)].map((line) => `  ${line}`),
    "  <trackList>",
    ...tracks,
    "  </trackList>",
    "</playlist>",
    "",
  ].join("\n");
}

const escapes: Record<string, string> = { "&": "&amp;", "<": "&lt;", ">": "&gt;" };

/** Escapes a text, and leaves out the two Unicode characters that XML can't hold. */
function escapeXml(text: string): string {
  return text.replace(/[&<>]/g, (sign) => escapes[sign] ?? "").replace(/[\ufffe\uffff]/g, "");
}
