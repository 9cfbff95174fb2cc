// Record collections as CSV files, with the columns and grades of Discogs and other common names for them.

import { randomUUID } from "node:crypto";
import type { FileLine, ImportedRecord, RecordCondition, RecordFormat } from "db/column-types";
import { msg, t } from "~/language/text";
import { type Columns, findColumns, readCells, recordColumns } from "~/models/text-file/column-names";
import { openCsv, writeCsv } from "~/models/text-file/csv.server";
import { entityDecoder } from "~/models/text-file/html-entities.server";
import { Refusal } from "~/refusal";
import { formatNames } from "./format-names";
import {
  conditionNames,
  GENRE_MAX,
  IMPORT_MAX,
  RECORD_NAME_MAX,
  RECORD_NOTES_MAX,
  type RecordDto,
  type RecordInput,
} from "./record";
import { toColumns } from "./record.server";
import { recordInput } from "./record-schema";

/** How many unreadable or changed lines are listed. */
export const LISTED_LINES = 50;
/** How much of an invalid cell a message quotes. */
const QUOTED_CHARACTERS = 40;

/** How much of an artist's cell is searched for numbers and articles. */
const READ_CHARACTERS = 5 * RECORD_NAME_MAX;

/** Discogs' columns by our fields; it has none for the last two. */
// Not translated: names that programs read.
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

// Not translated: names that programs read.
const conditionGrades: Record<RecordCondition, string> = {
  mint: "Mint (M)",
  very_good: "Very Good (VG)",
  good: "Good (G)",
  fair: "Fair (F)",
};

// Not translated: names.
const gradeNames = [
  ...keysFor("mint", "mint", "m", "near mint", "nm"),
  ...keysFor("very_good", "very good", "vg"),
  ...keysFor("good", "good", "g"),
  ...keysFor("fair", "fair", "f", "poor", "p"),
];

/** Grades in other languages, without their accents. */
// Not translated: names.
const foreignGrades = [
  ...keysFor(
    "mint",
    "neu",
    "neuwertig",
    "wie neu",
    "fast neu",
    "neuf",
    "comme neuf",
    "etat neuf",
    "parfait",
    "nuevo",
  ),
  ...keysFor(
    "mint",
    "como nuevo",
    "nuovo",
    "come nuovo",
    "nieuw",
    "als nieuw",
    "zo goed als nieuw",
    "novo",
    "como novo",
  ),
  ...keysFor("mint", "nyskick", "som ny", "perfekt", "perfetto", "perfecto", "perfeito"),
  ...keysFor(
    "very_good",
    "sehr gut",
    "sehr guter",
    "tres bon",
    "tres bonne",
    "tres bien",
    "muy bueno",
    "muy buen",
    "muy bien",
  ),
  ...keysFor(
    "very_good",
    "molto buono",
    "molto buone",
    "ottimo",
    "ottime",
    "zeer goed",
    "muito bom",
    "mycket bra",
    "ausgezeichnet",
  ),
  ...keysFor(
    "very_good",
    "excellent etat",
    "excelente",
    "eccellente",
    "uitstekend",
    "bardzo dobry",
    "отличное",
  ),
  ...keysFor(
    "good",
    "gut",
    "guter",
    "bon",
    "bonne",
    "bueno",
    "buen",
    "buono",
    "buone",
    "goed",
    "bom",
    "bra",
    "dobry",
    "хорошее",
  ),
  ...keysFor(
    "fair",
    "befriedigend",
    "ausreichend",
    "akzeptabel",
    "schlecht",
    "moyen",
    "passable",
    "correct",
    "mauvais",
  ),
  ...keysFor(
    "fair",
    "aceptable",
    "malo",
    "mal estado",
    "discreto",
    "accettabile",
    "sufficiente",
    "matig",
    "redelijk",
  ),
  ...keysFor("fair", "slecht", "razoavel", "ruim", "acceptabel"),
];

/** Our conditions by our names and Discogs' finer grades: their words and the abbreviations in brackets. */
// Not translated: names.
const grades = new Map<string, RecordCondition>([
  ...foreignGrades,
  ...gradeNames,
  ...keysFor("mint", "m-"),
  ...keysFor("very_good", "very good plus", "very good+", "vg+"),
  ...keysFor("very_good", "", "not graded", "ungraded", "generic", "no cover"),
  ...keysFor("good", "good plus", "good+", "g+"),
]);

/** Grades that are found anywhere in a cell, including those of other grading systems. */
// Not translated: names.
const otherGrades = new Map<string, RecordCondition>([
  ...foreignGrades,
  ...gradeNames,
  ...keysFor("mint", "sealed", "ss", "new", "like new"),
  ...keysFor("very_good", "ex", "exc", "excellent"),
  ...keysFor("fair", "acceptable", "bad"),
]);
const OTHER_GRADE = new RegExp(
  `(?<![\\p{L}\\p{N}'’])(?:${[...otherGrades.keys()].sort((a, b) => b.length - a.length).join("|")})(?![\\p{L}\\p{N}'’])`,
  "u",
);

/** Words for a medium anywhere in a cell, in lower case: "2xlp", "cdx2", "musikkassette", "picture disc". */
const MEDIA = new RegExp(
  [
    '(?<vinyl>[vw]in[iy]+l|picture dis[ck]|flexi|shellac|schallplatte|langspielplatte|grammofoonplaat|elpee|microsillon|пластинк|винил|レコード|アナログ|黑胶|(?<![a-wyz])d?lps?(?![a-wyz])|(?<![0-9])(?:7|10|12)"|(?<![0-9])(?:33|45|78) ?(?:t|tours?|giri|rpm|u/min|upm|toeren)(?![a-z]))',
    "(?<cd>cd|compact.?dis[ck]|kompakt.?dis[ck]|compact.?schijf|dis(?:que|co) compac|компакт.?диск)",
    "(?<cassette>[ck]ass|[ck]aset|(?<!mix)tape|tonband|кассет|カセット|磁带|(?<![a-wyz])(?:mcs?(?![a-wyz])|k7))",
  ].join("|"),
);
/** Other media, even beside a word for a release: "File, MP3, EP", `Reel, 7" Reel`, "Blu-ray, Single". */
const OTHER_MEDIUM =
  /^\s*(?:\d+\s*x\s*)?(?:file|reel|dvd|hd dvd|blu-?ray|8-track|4-track|mini-?disc|dat|vhs|betamax|usb|memory stick|floppy|laserdisc|playbutton)(?![a-z])/;
/** Releases that are on vinyl if no medium is named. */
const VINYL_RELEASES = /(?<![a-z])(?:ep|single|record)s?(?![a-z])/;

export type CollectionFile = {
  records: ImportedRecord[];
  /** How many lines the file itself marks as neither owned nor wanted. */
  unownedCount: number;
  /** The first 50. */
  unreadable: FileLine[];
  unreadableCount: number;
};

/** Writes the pages of a collection as a file that Discogs, spreadsheets and this app can read. */
export async function* writeRecordsCsv(pages: AsyncIterable<RecordDto[]>): AsyncGenerator<string> {
  yield writeCsv([Object.values(columnNames)]);
  for await (const records of pages) {
    const rows = records.map((record) => {
      const words = {
        ...record,
        format: formatNames[record.format].text,
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
  const table = await openCsv(text, (cells) => findColumns(cells, recordColumns, ["artist", "album"]));
  if (!table) throw new Refusal("invalid", NO_COLUMNS);
  const columns = table.heading;
  const decode = entityDecoder(text);
  let rowCount = 0;
  const file: CollectionFile = { records: [], unownedCount: 0, unreadable: [], unreadableCount: 0 };
  for await (const rows of table.rows) {
    for (const { line, cells } of rows) {
      const wanted = isWanted(cells?.[columns.ownership?.indexes[0] ?? -1]);
      if (wanted === "neither") {
        file.unownedCount++;
        continue;
      }
      if (++rowCount > IMPORT_MAX) throw new Refusal("invalid", TOO_MANY);
      const read = cells
        ? readRecord(line, toText(cells.map(decode), columns), (field) => columns[field]?.heading ?? "")
        : { message: t("This line is too long, or its quotation marks don't match.") };
      if ("record" in read)
        file.records.push({ ...toColumns(read.record), id: randomUUID(), change: read.change, wanted });
      else if (++file.unreadableCount <= LISTED_LINES) file.unreadable.push({ line, ...read });
    }
  }
  if (!rowCount) throw new Refusal("invalid", file.unownedCount ? NONE_OWNED : NO_RECORDS);
  return file;
}

const TOO_MANY = msg("A file can hold up to {max, number} records. Split it and import the parts.", {
  max: IMPORT_MAX,
});
const NO_COLUMNS = msg(
  "We couldn't find the column names in the first lines. They must include “Artist” and “Album” (or “Title”).",
);
const NO_RECORDS = msg("This file has column names but no records.");
const NONE_OWNED = msg("This file says that you neither own nor want any of its records.");

type Column = keyof typeof recordColumns;

/** RateYourMusic's ownership: owned (o), on the wishlist (w), formerly owned (u) or only rated (n). */
function isWanted(ownership = ""): boolean | "neither" | undefined {
  const words = ownership.trim().toLowerCase();
  if (/^(?:o|owned|in collection)$/.test(words)) return false;
  if (/^(?:w|wishlist|on wishlist|wanted)$/.test(words)) return true;
  return /^(?:u|n|used to own|not cataloged)$/.test(words) ? "neither" : undefined;
}

/** The cells of a row by field; an artist's name may be split into two. */
function toText(cells: string[], columns: Columns<Column>): RecordText {
  const typed = Object.fromEntries(
    fields.flatMap((field) => {
      const column = columns[field];
      return column ? [[field, cells[column.indexes[0] ?? -1] ?? ""]] : [];
    }),
  );
  const artist = readCells(cells, columns.artist?.indexes).map(readArtist).join(", ");
  const isDivided = /^\W*last.name\W*$/i.test(columns.artist?.heading ?? "");
  const first = isDivided ? readCells(cells, columns.firstName?.indexes) : [];
  return { ...typed, artist: [...first, artist].join(" ") };
}

/** The cells of a record as Discogs writes them. */
export type RecordText = Partial<Record<Field, string>>;
type ReadRecord = { record: RecordInput; change?: FileLine } | { message: string };

/**
 * Reads a record; undefined without artist and title. Any other bad cell is changed or left out, and `change` says so, with the
 * names of the columns.
 */
export function readRecord(
  line: number,
  typed: RecordText,
  columnName: (field: Field) => string = (field) => columnNames[field],
): ReadRecord {
  const changes: Partial<Record<Field, string>> = {};
  const cut = (field: keyof typeof longest) => {
    const text = typed[field] ?? "";
    if (text.length > longest[field])
      changes[field] = t("{column} shortened.", { column: columnName(field) });
    return text.slice(0, longest[field]);
  };
  const format = readFormat(typed.format ?? "");
  if (!format)
    changes.format = t("{column} “{text}” read as {format}.", {
      column: columnName("format"),
      text: shorten(typed.format),
      format: formatNames.vinyl,
    });
  const condition = readCondition(typed.condition ?? "");
  if (!condition.isUsual)
    changes.condition = t("{column} “{text}” read as {condition}.", {
      column: columnName("condition"),
      text: shorten(typed.condition),
      condition: conditionNames[condition.grade],
    });
  const input: Record<string, unknown> = {
    artist: cut("artist"),
    album: cut("album"),
    year: readYear(typed.year ?? ""),
    genre: cut("genre").replace(changes.genre ? /,[^,]*$/ : "", ""),
    format: format ?? "vinyl",
    condition: condition.grade,
    notes: cut("notes"),
    imageUrl: typed.imageUrl,
  };
  for (const { path } of recordInput.safeParse(input).error?.issues ?? []) {
    const field = fields.find((each) => each === path[0] && each !== "artist" && each !== "album");
    if (!field) continue;
    delete input[field];
    changes[field] = t("{column} “{text}” left out.", {
      column: columnName(field),
      text: shorten(typed[field]),
    });
  }
  const parsed = recordInput.safeParse(input);
  if (parsed.success) {
    const messages = fields.flatMap((field) => changes[field] ?? []);
    return {
      record: parsed.data,
      change: messages.length ? { line, message: messages.join(" ") } : undefined,
    };
  }
  const [issue] = parsed.error.issues;
  const field = fields.find((each) => each === issue?.path[0]);
  const name = field ? columnName(field) : "";
  const message = `${issue?.message}.`;
  return { message: message.startsWith(`${name} `) ? message : `${name}: ${message}` };
}

/** The longest texts of a record, in characters. */
const longest = {
  artist: RECORD_NAME_MAX,
  album: RECORD_NAME_MAX,
  genre: GENRE_MAX,
  notes: RECORD_NOTES_MAX,
} as const;

function shorten(typed = ""): string {
  return typed.length > QUOTED_CHARACTERS ? `${typed.slice(0, QUOTED_CHARACTERS)}...` : typed;
}

/** The separators between the names of several artists. */
const JOIN = String.raw`\s*[,;/|&+×·–]\s*|\s(?:-|x|and|by|feat(?:uring)?|ft|introducing|meets|pres(?:ents)?|vs|with)\.?\s`;
/** Separators that never occur within a name; unlike the "&" of "Mamas & Papas". */
const FEATURING = String.raw`\s(?:feat(?:uring)?|ft|introducing|meets|pres(?:ents)?|vs)\.?\s`;
/** An article after a name, at its end or before the next one. */
const ARTICLE_BEHIND = new RegExp(
  String.raw`(^|${JOIN})((?:(?! / |${FEATURING})[^,;])+), (the|an?|l[aeo]s|l[ae]|el|die|der|das)(?=${JOIN}|\s*$)`,
  "gi",
);
/** Discogs' marks for a name that several artists share, and for one that a release spells in its own way. */
const NAME_MARK = new RegExp(
  String.raw`\s+\(\d+\)(?![\p{L}\p{N}])|(?<=[\p{L}\p{N}).])\*(?=${JOIN}|\s*$)`,
  "giu",
);

/** Undoes Discogs' "Beatles, The", the number in "Nirvana (2)" and the asterisk in "Bowie*", of each of several artists. */
export function readArtist(typed: string): string {
  return typed.slice(0, READ_CHARACTERS).replace(NAME_MARK, "").replace(ARTICLE_BEHIND, "$1$3 $2");
}

/** The year of "1973", "1973-05-01" or "May 1973"; Discogs writes 0 for an unknown one. */
function readYear(typed: string): string {
  return /^0*$/.test(typed) ? "" : (typed.match(/\b\d{4}\b/)?.[0] ?? typed);
}

/** The first medium that "2xLP, Album, RE" or "2LP+CD" names; blank means vinyl. */
function readFormat(typed: string): RecordFormat | undefined {
  const pieces = typed
    .toLowerCase()
    .replace(/(?<=\d)(?:[\s-]*in(?:ch(?:es)?)?\b|''|[”″])/g, '"')
    .replace(/(?<=\b[a-z])\./g, "")
    .split(" + ");
  const text = pieces.filter((piece) => !OTHER_MEDIUM.test(piece)).join(" + ");
  const named = Object.entries(MEDIA.exec(text)?.groups ?? {}).find(([, found]) => found !== undefined);
  if (named) return named[0] as RecordFormat;
  return typed === "" || VINYL_RELEASES.test(text) ? "vinyl" : undefined;
}

/**
 * "Near Mint (NM or M-)" by its brackets, "Very Good" by its words, and other cells by the first grade in them. An ungraded
 * record is Very Good. `isUsual` if Discogs or this app writes the grade like this.
 */
function readCondition(typed: string): { grade: RecordCondition; isUsual: boolean } {
  const words = typed
    .normalize("NFKD")
    .toLowerCase()
    .replace(/\p{M}/gu, "")
    .replace(/(?<=\p{L})[-_](?=\p{L})/gu, " ")
    .replaceAll(".", "");
  const usual = grades.get(words.match(/\(([a-z]+[+-]?)/)?.[1] ?? words) ?? grades.get(words);
  const other = otherGrades.get(words.match(OTHER_GRADE)?.[0] ?? "");
  return { grade: usual ?? other ?? "very_good", isUsual: usual !== undefined };
}

function keysFor<const Name extends string>(name: Name, ...keys: string[]): [string, Name][] {
  return keys.map((key) => [key, name]);
}
