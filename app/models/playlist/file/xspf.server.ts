// XSPF: playlists as XML, as VLC and other players write them (https://www.xspf.org/spec).
import type { PlaylistText } from "db/column-types";
import { SaxesParser } from "saxes";
import { Refusal } from "~/refusal";
import { playlistFileErrors } from "./playlist-file";
import type { FileSong, SongCollector } from "./song-collector";

/** A playlist has five levels, and what players add to it a few more. */
const DEPTH_MAX = 32;
/** The most that is kept of an element's text. */
const TEXT_MAX = 2_000;

/** The elements that are read, by their path. Those of players have names of their own, or stand elsewhere. */
const READ = new Map([
  ["playlist/title", "name"],
  ["playlist/annotation", "description"],
  ["playlist/trackList/track/title", "title"],
  ["playlist/trackList/track/creator", "artist"],
  ["playlist/trackList/track/album", "album"],
  ["playlist/trackList/track/duration", "duration"],
]);

/**
 * Reads the playlist of an XSPF file. Refuses (invalid) broken and other XML, and any document type, so that no entity can be
 * declared.
 */
export function readXspf(xml: string, songs: SongCollector) {
  const parser = new SaxesParser({ xmlns: true });
  const path: string[] = [];
  let fields: Record<string, string> = {};
  let field: string | undefined;
  const reject = (message: string) => () => {
    throw new Refusal("invalid", message);
  };
  parser.on("doctype", reject(playlistFileErrors.documentType));
  parser.on("error", reject(playlistFileErrors.damaged));
  parser.on("opentag", ({ local }) => {
    path.push(local);
    if (path[0] !== "playlist") throw new Refusal("invalid", playlistFileErrors.wrong);
    if (path.length > DEPTH_MAX) throw new Refusal("invalid", playlistFileErrors.damaged);
    field = READ.get(path.join("/"));
    if (field) fields[field] = "";
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
  parser.write(xml).close();
}

function toSong({ title, artist, album, duration = "" }: Record<string, string>): FileSong {
  return { title, artist, album, durationMs: Number(duration) || undefined };
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

/** Escapes a text, and leaves out the two signs of Unicode that XML can't hold. */
function escapeXml(text: string): string {
  return text.replace(/[&<>]/g, (sign) => escapes[sign] ?? "").replace(/[\ufffe\uffff]/g, "");
}
