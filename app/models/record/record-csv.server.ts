// Record collections as CSV files, with the columns and grades of Discogs and other common names for them.
import { randomUUID } from "node:crypto";
import type { ImportedRecord, RecordCondition, RecordFormat, UnreadableLine } from "db/column-types";
import { type CsvRow, readCsv, writeCsv } from "~/models/csv.server";
import { Refusal } from "~/refusal";
import { formatNames, IMPORT_MAX, type RecordDto, type RecordInput } from "./record";
import { toColumns } from "./record.server";
import { recordInput } from "./record-schema";

/** How many unreadable lines are listed. */
const LISTED_LINES = 50;
/** How much of an invalid cell a message quotes. */
const QUOTED_CHARACTERS = 40;

/** Discogs' columns by our fields; it has none for the last two. */
const columnNames = {
  artist: "Artist",
  album: "Title",
  year: "Released",
  format: "Format",
  condition: "Collection Media Condition",
  notes: "Collection Notes",
  genre: "Genre",
  imageUrl: "Cover",
} as const;
type Field = keyof typeof columnNames;
const fields = Object.keys(columnNames) as Field[];

/** Other names of the columns, in lower case and letters only. If a file has several, the first one here is used. */
const headings: Record<Field, string[]> = {
  artist: ["artist", "artists", "artistname", "albumartist", "band", "performer"],
  album: ["album", "albumtitle", "albumname", "title", "releasetitle", "release", "recordtitle"],
  year: ["year", "released", "releaseyear", "yearreleased", "yearofrelease", "releasedate", "date"],
  format: ["format", "media", "medium", "mediaformat", "type"],
  condition: [
    "collectionmediacondition",
    "mediacondition",
    "condition",
    "recordcondition",
    "grade",
    "grading",
  ],
  notes: ["collectionnotes", "notes", "note", "comments", "comment", "remarks"],
  genre: ["genre", "genres", "style", "styles"],
  imageUrl: ["cover", "coverurl", "coverimage", "coverart", "artwork", "image", "imageurl"],
};

const conditionGrades: Record<RecordCondition, string> = {
  mint: "Mint (M)",
  very_good: "Very Good (VG)",
  good: "Good (G)",
  fair: "Fair (F)",
};

/** Our conditions by Discogs' finer grades: their words and the abbreviations in brackets. */
const grades = new Map<string, RecordCondition>([
  ...keysFor("mint", "mint", "m", "near mint", "nm", "m-"),
  ...keysFor("very_good", "very_good", "very good", "vg", "very good plus", "very good+", "vg+"),
  ...keysFor("very_good", "", "not graded", "ungraded", "generic", "no cover"),
  ...keysFor("good", "good", "g", "good plus", "good+", "g+"),
  ...keysFor("fair", "fair", "f", "poor", "p"),
]);

const formatWords = new Map<string, RecordFormat>([
  ...keysFor("vinyl", "vinyl", "lp", "lps", "ep", "single", "record", '7"', '10"', '12"', "shellac"),
  ...keysFor("cd", "cd", "cds", "cdr", "sacd", "disc", "disk"),
  ...keysFor("cassette", "cassette", "cassettes", "cass", "tape", "mc"),
]);

export type CollectionFile = {
  records: ImportedRecord[];
  /** The first 50. */
  unreadable: UnreadableLine[];
  unreadableCount: number;
};

/** Writes the pages of a collection as a file that Discogs, spreadsheets and this app can read. */
export async function* writeRecordsCsv(pages: AsyncIterable<RecordDto[]>): AsyncGenerator<string> {
  yield writeCsv([Object.values(columnNames)]);
  for await (const records of pages) {
    const rows = records.map((record) => {
      const words = {
        ...record,
        format: formatNames[record.format],
        condition: conditionGrades[record.condition],
      };
      return fields.map((field) => words[field]);
    });
    yield writeCsv(rows);
  }
}

/**
 * Reads the records of a file, and lists its unreadable lines. Lets other requests run in between, and stops at the first
 * record beyond the limit. Refuses (invalid) a file without the required columns, without records, or with too many.
 */
export async function readRecordsCsv(text: string): Promise<CollectionFile> {
  let columns: Column[] | undefined;
  let rowCount = 0;
  const file: CollectionFile = { records: [], unreadable: [], unreadableCount: 0 };
  for await (const rows of readCsv(text)) {
    for (const row of rows) {
      if (!columns) {
        columns = columnsOf(row);
        continue;
      }
      if (++rowCount > IMPORT_MAX) throw new Refusal("invalid", TOO_MANY);
      const read = readRow(row, columns);
      if ("record" in read) file.records.push({ ...toColumns(read.record), id: randomUUID() });
      else if (++file.unreadableCount <= LISTED_LINES) file.unreadable.push({ line: row.line, ...read });
    }
  }
  if (!columns) throw missingColumn("artist");
  if (!rowCount) throw new Refusal("invalid", "This file has column names but no records.");
  return file;
}

const TOO_MANY = `A file can hold up to ${IMPORT_MAX.toLocaleString("en-US")} records. Split it and import the parts.`;

/** The index of a field in the rows of a file, and its name there. */
type Column = { field: Field; index: number; heading: string };

function columnsOf({ cells }: CsvRow): Column[] {
  const written = (cells ?? []).map((cell) => cell.toLowerCase().replace(/[^a-z]/g, ""));
  return fields.flatMap((field) => {
    const heading = headings[field].find((each) => written.includes(each));
    if (heading === undefined && (field === "artist" || field === "album")) throw missingColumn(field);
    if (heading === undefined) return [];
    const index = written.indexOf(heading);
    return { field, index, heading: cells?.[index] ?? "" };
  });
}

function missingColumn(field: "artist" | "album"): Refusal {
  const name = field === "artist" ? "“Artist”" : "“Album” or “Title”";
  return new Refusal("invalid", `The first line must contain the column names, including ${name}.`);
}

function readRow({ cells }: CsvRow, columns: Column[]): { record: RecordInput } | { message: string } {
  if (!cells) return { message: "The quotation marks in this line don't match." };
  const typed: Partial<Record<Field, string>> = {};
  for (const { field, index } of columns) typed[field] = cells[index];
  const format = readFormat(typed.format ?? "");
  if (!format)
    return { message: `${quote(typed.format)} isn't a format we know. Use vinyl, CD or cassette.` };
  const condition = readCondition(typed.condition ?? "");
  if (!condition) {
    return {
      message: `${quote(typed.condition)} isn't a condition we know. Use Mint, Very Good, Good or Fair.`,
    };
  }
  const artist = readArtist(typed.artist ?? "");
  const parsed = recordInput.safeParse({
    ...typed,
    artist,
    year: readYear(typed.year ?? ""),
    format,
    condition,
  });
  if (parsed.success) return { record: parsed.data };
  const [issue] = parsed.error.issues;
  const column = columns.find(({ field }) => field === issue?.path[0]);
  const message = `${issue?.message}.`;
  return { message: message.startsWith(`${column?.heading} `) ? message : `${column?.heading}: ${message}` };
}

function quote(typed = ""): string {
  return `“${typed.length > QUOTED_CHARACTERS ? `${typed.slice(0, QUOTED_CHARACTERS)}...` : typed}”`;
}

/** Undoes Discogs' "Beatles, The" and the number in "Nirvana (2)". */
function readArtist(typed: string): string {
  return typed.replace(/ \(\d+\)$/, "").replace(/^(.+), The$/, "The $1");
}

/** The year of "1973", "1973-05-01" or "May 1973"; Discogs writes 0 for an unknown one. */
function readYear(typed: string): string {
  return /^0*$/.test(typed) ? "" : (typed.match(/\b\d{4}\b/)?.[0] ?? typed);
}

/** The first word of "2xLP, Album, RE" that names a format; blank means vinyl. */
function readFormat(typed: string): RecordFormat | undefined {
  if (typed === "") return "vinyl";
  const words = typed.toLowerCase().split(/[\s,;+/]+/);
  return words.map((word) => formatWords.get(word.replace(/^\d+x/, ""))).find(Boolean);
}

/** "Near Mint (NM or M-)" by its brackets, "Very Good" by its words; an ungraded record is Very Good. */
function readCondition(typed: string): RecordCondition | undefined {
  const words = typed.toLowerCase();
  return grades.get(words.match(/\(([a-z]+[+-]?)/)?.[1] ?? words);
}

function keysFor<const Name extends string>(name: Name, ...keys: string[]): [string, Name][] {
  return keys.map((key) => [key, name]);
}
