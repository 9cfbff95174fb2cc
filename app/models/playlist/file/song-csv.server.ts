// CSV files of songs, with the columns that Exportify, TuneMyMusic, Soundiiz and others write.
import type { PlaylistText } from "db/column-types";
import { readCsv, writeCsv } from "~/models/csv.server";
import { Refusal } from "~/refusal";
import { playlistFileErrors } from "./playlist-file";
import { SECONDS_MAX, type SongCollector } from "./song-collector";

/** The names of columns in lower case and letters only. If a file has several of a kind, the first one here is used. */
const headings = {
  title: ["trackname", "title", "tracktitle", "songtitle", "songname", "track", "song", "name"],
  artist: ["artistnames", "artistname", "artists", "artist", "trackartist", "performer", "creator"],
  album: ["albumname", "album", "albumtitle", "release", "releasename"],
  duration: ["trackdurationms", "durationms", "duration", "trackduration", "length", "time"],
  playlist: ["playlistname", "playlist"],
};
type Field = keyof typeof headings;
type Columns = Partial<Record<Field, { index: number; name: string }>>;

/** Reads the playlists of a CSV file. Refuses (invalid) one without the columns of a title and an artist. */
export async function readSongsCsv(text: string, songs: SongCollector) {
  let columns: Columns | undefined;
  for await (const rows of readCsv(text)) {
    for (const { cells } of rows) {
      if (!columns) columns = columnsOf(cells ?? []);
      else addRow(cells ?? [], columns, songs);
    }
  }
}

function columnsOf(cells: string[]): Columns {
  const names = cells.map((cell) => cell.toLowerCase().replace(/[^a-z]/g, ""));
  const columns: Columns = {};
  for (const field of Object.keys(headings) as Field[]) {
    const name = headings[field].find((each) => names.includes(each));
    if (name) columns[field] = { index: names.indexOf(name), name };
  }
  if (!columns.title || !columns.artist) throw new Refusal("invalid", playlistFileErrors.columns);
  return columns;
}

function addRow(cells: string[], columns: Columns, songs: SongCollector) {
  const cell = (field: Field) => cells[columns[field]?.index ?? -1] ?? "";
  const artist = columns.artist?.name === "artistnames" ? joinArtists(cell("artist")) : cell("artist");
  songs.add(
    {
      title: cell("title"),
      artist,
      album: cell("album"),
      durationMs: readDuration(cell("duration"), columns.duration?.name ?? ""),
    },
    cell("playlist"),
  );
}

/** Exportify's lists of artists: "A;B", or "A, B" with escaped commas in names. */
function joinArtists(names: string): string {
  return names
    .split(";")
    .map((name) => name.trim())
    .filter(Boolean)
    .join(", ")
    .replaceAll("\\,", ",");
}

/** "225000" in a column of milliseconds, "225", "225s", "3:45" or "1:02:03". */
function readDuration(written: string, column: string): number | undefined {
  const parts = /^(?:(?:(\d{1,2}):)?(\d{1,3}):)?(\d{1,9}(?:\.\d+)?) ?s?$/.exec(written.trim());
  if (!parts) return undefined;
  const [, hours = 0, minutes = 0, last = 0] = parts.map((part) =>
    part === undefined ? undefined : Number(part),
  );
  if (column.endsWith("ms") || last > SECONDS_MAX) return last;
  return (hours * 3600 + minutes * 60 + last) * 1000;
}

/** Writes a playlist as CSV with the columns that other services read. */
export function writeSongsCsv({ name, songs }: PlaylistText): string {
  return writeCsv([
    ["Track Name", "Artist Name", "Album", "Playlist Name", "Duration (ms)"],
    ...songs.map(({ title, artist, album, duration }) => [
      ...[title, artist, album, name],
      duration === null ? null : duration * 1000,
    ]),
  ]);
}
