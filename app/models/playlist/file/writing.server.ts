// Writes a playlist as a file of each format.
import type { PlaylistText } from "db/column-types";
import { writeJspf } from "./jspf.server";
import { writeM3u } from "./m3u";
import type { PlaylistFormat } from "./playlist-file";
import { writeSongsCsv } from "./song-csv.server";
import { writeXspf } from "./xspf.server";

const writers: Record<PlaylistFormat, (playlist: PlaylistText) => string> = {
  jspf: writeJspf,
  xspf: writeXspf,
  m3u8: writeM3u,
  csv: writeSongsCsv,
};

/** A playlist as a file of this format. */
export function writePlaylistFile(playlist: PlaylistText, format: PlaylistFormat): string {
  return writers[format](playlist);
}
