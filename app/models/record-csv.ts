// Collections as files, in the column names and words of Discogs, so that they go there and come from there.
import { readCsv, writeCsv } from "./csv";
import {
  formatNames,
  type RecordCondition,
  type RecordFormat,
  type RecordInput,
  type ShownRecord,
} from "./record";
import { recordInput } from "./record-input";

/** How many records one file may bring. */
export const IMPORT_MAX = 5000;
const MOST_ERRORS = 50;

/** Our fields by Discogs' columns; the last two are ours. */
const columns = {
  artist: "Artist",
  album: "Title",
  year: "Released",
  format: "Format",
  condition: "Collection Media Condition",
  notes: "Collection Notes",
  genre: "Genre",
  imageUrl: "Cover",
} as const;
type Column = keyof typeof columns;

const conditions: Record<RecordCondition, string> = {
  mint: "Mint (M)",
  very_good: "Very Good (VG)",
  good: "Good (G)",
  fair: "Fair (F)",
};

/** Discogs grades finer than we do: each of its grades by its words and by what stands in its brackets. */
const grades = new Map<string, RecordCondition>([
  ...wordsFor("mint", "mint", "m", "near mint", "nm", "m-"),
  ...wordsFor("very_good", "very_good", "very good", "vg", "very good plus", "vg+"),
  ...wordsFor("very_good", "", "not graded", "generic", "no cover"),
  ...wordsFor("good", "good", "g", "good plus", "g+"),
  ...wordsFor("fair", "fair", "f", "poor", "p"),
]);

const formatWords = new Map<string, RecordFormat>([
  ...wordsFor("vinyl", "vinyl", "lp", "ep", '7"', '10"', '12"', "shellac"),
  ...wordsFor("cd", "cd", "cdr", "sacd"),
  ...wordsFor("cassette", "cassette", "cass"),
]);

/** A line of the file that cannot be taken, and why. */
type LineError = { line: number; says: string };

export type RecordsRead = {
  records: RecordInput[];
  /** At most 50. */
  errors: LineError[];
  errorCount: number;
};

/** A collection as a file that Discogs, a spreadsheet and this app can read. */
export function writeRecordsCsv(records: ShownRecord[]): string {
  const rows = records.map((record) => {
    const told = { ...record, format: formatNames[record.format], condition: conditions[record.condition] };
    return columnNames.map((column) => told[column]);
  });
  return writeCsv([Object.values(columns), ...rows]);
}

/** The records of a file, or what is wrong in which of its lines. A file with an error is not for taking in part. */
export function readRecordsCsv(text: string): RecordsRead {
  const [head, ...rows] = readCsv(text);
  const places = placesOf(head?.cells ?? []);
  for (const column of ["artist", "album"] as const) {
    if (places[column] < 0) return refused(head?.line ?? 1, `There is no column "${columns[column]}".`);
  }
  if (!rows.length) return refused(1, "There are no records under the names of the columns.");
  if (rows.length > IMPORT_MAX) {
    const most = IMPORT_MAX.toLocaleString("en-US");
    return refused(rows[IMPORT_MAX]?.line ?? 1, `A file brings at most ${most} records: split it.`);
  }

  const read: RecordsRead = { records: [], errors: [], errorCount: 0 };
  for (const { line, cells } of rows) {
    const told = readRow((column) => cells[places[column]] ?? "");
    if ("record" in told) read.records.push(told.record);
    else if (++read.errorCount <= MOST_ERRORS) read.errors.push({ line, says: told.says });
  }
  return read;
}

const columnNames = Object.keys(columns) as Column[];

function placesOf(head: string[]): Record<Column, number> {
  const names = head.map((name) => name.toLowerCase());
  const placeOf = (column: Column) => names.indexOf(columns[column].toLowerCase());
  return Object.fromEntries(columnNames.map((column) => [column, placeOf(column)])) as Record<Column, number>;
}

function readRow(cell: (column: Column) => string): { record: RecordInput } | { says: string } {
  const format = readFormat(cell("format"));
  if (!format) return { says: `"${cell("format")}" is no format we know: vinyl, CD or cassette.` };
  const condition = readCondition(cell("condition"));
  if (!condition) {
    return { says: `"${cell("condition")}" is no condition we know: Mint, Very Good, Good or Fair.` };
  }
  const parsed = recordInput.safeParse({
    artist: readArtist(cell("artist")),
    album: cell("album"),
    year: readYear(cell("year")),
    format,
    condition,
    notes: cell("notes"),
    genre: cell("genre"),
    imageUrl: cell("imageUrl"),
  });
  if (parsed.success) return { record: parsed.data };
  const [issue] = parsed.error.issues;
  return { says: `${columns[issue?.path[0] as Column]}: ${issue?.message}.` };
}

/** "Beatles, The" and "Nirvana (2)" are how Discogs sorts and tells apart. */
function readArtist(typed: string): string {
  return typed.replace(/ \(\d+\)$/, "").replace(/^(.+), The$/, "The $1");
}

/** The year of "1973", "1973-05-01" or "May 1973"; Discogs' 0 is an unknown one. */
function readYear(typed: string): string {
  return /^0*$/.test(typed) ? "" : (typed.match(/\b\d{4}\b/)?.[0] ?? typed);
}

/** The first word of "2xLP, Album, RE" that names a format; blank reads as vinyl. */
function readFormat(typed: string): RecordFormat | undefined {
  if (typed === "") return "vinyl";
  const words = typed.toLowerCase().split(/[\s,;+/]+/);
  return words.map((word) => formatWords.get(word.replace(/^\d+x/, ""))).find(Boolean);
}

/** "Near Mint (NM or M-)" by its brackets, "Very Good" by its words; what nobody graded reads as very good. */
function readCondition(typed: string): RecordCondition | undefined {
  const words = typed.toLowerCase();
  return grades.get(words.match(/\(([a-z]+[+-]?)/)?.[1] ?? words);
}

function wordsFor<const Name extends string>(name: Name, ...words: string[]): [string, Name][] {
  return words.map((word) => [word, name]);
}

function refused(line: number, says: string): RecordsRead {
  return { records: [], errors: [{ line, says }], errorCount: 1 };
}
