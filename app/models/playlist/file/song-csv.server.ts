// CSV files of songs, with the columns that Exportify, TuneMyMusic, Soundiiz and others write.
import type { PlaylistText } from "db/column-types";
import { msg } from "~/language/text";
import { type Columns, findColumns, readCells, songColumns } from "~/models/text-file/column-names";
import { openCsv, writeCsv } from "~/models/text-file/csv.server";
import { Refusal } from "~/refusal";
import { playlistFileErrors } from "./playlist-file";
import { SECONDS_MAX, type SongCollector } from "./song-collector";

/** How a column's name says that it is in milliseconds. */
const MILLISECONDS = /ms\W*$|millis|мс|ミリ秒|毫秒|밀리초|بالمللي/i;
/** The separator in a list of artists, unless it ends an HTML entity. */
const BETWEEN_ARTISTS = /(?<!&(?:amp;){0,4}(?:#\w{1,7}|[a-z]{2,31}));/;

/** Reads the playlists of a CSV file. Refuses (invalid) one without the columns of a title and an artist. */
export async function readSongsCsv(text: string, songs: SongCollector) {
  const table = await openCsv(text, (cells) => findColumns(cells, songColumns, ["title", "artist"]));
  if (!table) throw new Refusal("invalid", playlistFileErrors[text.trim() ? "columns" : "noSongs"]);
  for await (const rows of table.rows) {
    for (const { line, cells } of rows) {
      if (cells) songs.add(...toSong(cells, table.heading));
      else songs.leaveOut(msg("Line {line} is too long, or its quotation marks don't match.", { line }));
    }
  }
}

function toSong(cells: string[], columns: Columns<keyof typeof songColumns>) {
  const cell = (field: keyof typeof songColumns) => cells[columns[field]?.indexes[0] ?? -1] ?? "";
  const artists = readCells(cells, columns.artist?.indexes).flatMap(splitArtists);
  const song = {
    title: cell("title"),
    artist: [...new Set(artists)].join(", "),
    album: cell("album"),
    durationMs: readDuration(cell("duration"), columns.duration?.heading ?? ""),
  };
  return [song, cell("playlist")] as const;
}

/** Exportify's lists of artists: "A;B", or "A, B" with escaped commas in names. */
function splitArtists(names: string): string[] {
  const parts = names.split(BETWEEN_ARTISTS).map((name) => name.trim().replaceAll("\\,", ","));
  return parts.filter(Boolean);
}

/**
 * "225000" in a column of milliseconds, "225", "225s", "3:45", "1:02:03", "3 min 45", "3m45s" or "PT3M45S". The units are the
 * same in most languages.
 */
function readDuration(written: string, heading: string): number | undefined {
  const text = written.trim().toLowerCase();
  const parts =
    /^(?:(?:(\d{1,2}):)?(\d{1,3}):)?(\d{1,9}(?:[.,]\d+)?) ?(?:s|sec|sek|seg)?\.?$/.exec(text) ??
    /^(?:pt)?(?:(\d{1,2}) ?(?:h|std)\w*\.? ?)?(?:(\d{1,3}) ?(?:m|['’′])(?:in\w*)?\.? ?)?(?:(\d{1,2}(?:[.,]\d+)?) ?(?:s\w*|"|''|″|”)?\.?)?$/.exec(
      text,
    );
  if (!parts || !text) return undefined;
  const [hours = 0, minutes = 0, last = 0] = parts
    .slice(1)
    .map((part) => Number(part?.replace(",", ".") ?? 0));
  if (MILLISECONDS.test(heading) || last > SECONDS_MAX) return last;
  return (hours * 3600 + minutes * 60 + last) * 1000;
}

/** Writes a playlist as CSV with the columns that other services read. */
export function writeSongsCsv({ name, songs }: PlaylistText): string {
  // Not translated: names that programs read.
  return writeCsv([
    ["Track Name", "Artist Name", "Album", "Playlist Name", "Duration (ms)"],
    ...songs.map(({ title, artist, album, duration }) => [
      ...[title, artist, album, name],
      duration === null ? null : duration * 1000,
    ]),
  ]);
}
