// CSV files: RFC 4180, with the separators, line ends and quotation marks that spreadsheets and other programs write.
import { setImmediate } from "node:timers/promises";
import Papa from "papaparse";

/** A row, and the line of the file it begins on. Its cells are null if its quotation marks do not match. */
type CsvRow = { line: number; cells: string[] | null };

/** What a file's heading says, and the rows below it, one turn at a time, without blank ones. */
export type CsvTable<Heading> = { heading: Heading; rows: AsyncGenerator<CsvRow[]> };

/** How a file separates its cells, whether quotation marks may enclose them, and how many cells its heading has. */
type CsvFormat = { delimiter: string; isQuoted: boolean; width: number };

/** How much is read before other requests get a turn. No row is longer than this many characters. */
export const CSV_TURN = { rows: 100, characters: 16_384 };

/** How many rows and characters are searched for the heading, since some programs write a title above it. */
const HEADING = { rows: 10, characters: 4096 };
const DELIMITERS = [",", ";", "\t", "|"];

/**
 * A spreadsheet would run a cell that begins with one of these characters as a formula. Apostrophes before it are matched, too,
 * so that a text keeps one of its own.
 */
const FORMULA = /^'*[=+\-@\t\r＝＋－＠]/;

/** Other programs' separators, which would begin a cell inside an unquoted cell. */
const OTHER_SEPARATOR = /[;\t]/;

/**
 * After such a separator a formula would run in spite of the quotation marks, which those programs expect only at the start of
 * a cell; another apostrophe prevents that. An emoticon is no formula.
 */
const INNER_SIGN = String.raw`(?=["']*(?:[=+@＝＋＠]|[\-－](?!\))))`;
const INNER_FORMULA = new RegExp(`([;\\t])${INNER_SIGN}`, "g");
const WRITTEN_INNER_FORMULA = new RegExp(`([;\\t])'${INNER_SIGN}`, "g");

/** A byte order mark and the line by which Excel names the separator, both optional. */
const SEPARATOR_LINE = /^\ufeff?(?:"?sep=([^"\r\n])\1*"?(?:\r\n?|\n|$))?/i;

/** A quotation mark after spaces, which Papa Parse takes for a part of the text. */
const SPACED_MARK = /^[ \t]+"/;

/**
 * Opens a table at its heading, the first of the first ten rows that `readHeading` accepts. The separator is the one that a
 * first line such as "sep=;" names, else whichever of comma, semicolon, tab and bar finds the heading. Resolves with undefined
 * if no row is a heading.
 */
export async function openCsv<Heading>(
  text: string,
  readHeading: (cells: string[]) => Heading | undefined,
): Promise<CsvTable<Heading> | undefined> {
  const [, separator] = SEPARATOR_LINE.exec(text.slice(0, CSV_TURN.characters)) ?? [];
  let found: (CsvFormat & { heading: Heading; line: number }) | undefined;
  for (const delimiter of separator ? [separator] : DELIMITERS) {
    const first = await listFirstRows(text, { delimiter, isQuoted: delimiter !== "\t", width: 0 });
    for (const { line, cells } of first) {
      const heading = cells && readHeading(cells);
      if (!heading) continue;
      const width = cells.length;
      if (!found || line < found.line || (line === found.line && width > found.width)) {
        // Music and iTunes write tab-separated text without quoting it.
        const isQuoted = delimiter !== "\t" || cells.every((cell) => /^(?:".*")?$/.test(cell));
        found = { heading, line, delimiter, isQuoted, width };
      }
      break;
    }
  }
  return found && { heading: found.heading, rows: readBelow(text, found) };
}

async function listFirstRows(text: string, format: CsvFormat): Promise<CsvRow[]> {
  const first: CsvRow[] = [];
  for await (const rows of readRows(text.slice(0, HEADING.characters), format)) {
    first.push(...rows);
    if (first.length >= HEADING.rows) break;
  }
  return first.slice(0, HEADING.rows);
}

async function* readBelow(text: string, format: CsvFormat & { line: number }): AsyncGenerator<CsvRow[]> {
  for await (const rows of readRows(text, format)) {
    const below = rows.filter(({ line }) => line > format.line);
    if (below.length) yield below;
  }
}

/** Reads all rows. After a row with a stray quotation mark it continues with the next line. */
async function* readRows(text: string, format: CsvFormat): AsyncGenerator<CsvRow[]> {
  const { delimiter, isQuoted } = format;
  const [end = ""] = /\r*\n|\r/.exec(text) ?? [];
  const newline = end.endsWith("\n") ? "\n" : "\r";
  const [separatorLine = "", separator] = SEPARATOR_LINE.exec(text.slice(0, CSV_TURN.characters)) ?? [];
  const config = { delimiter, newline, fastMode: !isQuoted } as const;
  let isSpaced: boolean = false;
  let line = separator ? 2 : 1;
  for (let at = separatorLine.length; at < text.length; await setImmediate()) {
    const isEnd = text.length - at <= CSV_TURN.characters;
    const cut = text.slice(at, at + CSV_TURN.characters);
    const turn = isSpaced ? moveSpaces(cut, delimiter) : cut;
    const rows: CsvRow[] = [];
    const add = (cells: string[] | null) => {
      if (!cells) rows.push({ line, cells });
      else if (cells.some((cell) => cell.trim() !== ""))
        rows.push({ line, cells: joinEntities(cells, format).map((cell) => readCell(cell, isQuoted)) });
      line += 1 + (cells ?? []).reduce((lines, cell) => lines + cell.split(newline).length - 1, 0);
    };
    const wasSpaced: boolean = isSpaced;
    let read = 0;
    Papa.parse<string[]>(turn, {
      ...config,
      preview: CSV_TURN.rows,
      step: ({ data, errors, meta }, parser) => {
        isSpaced ||= isQuoted && data.some((cell) => SPACED_MARK.test(cell));
        if (errors.length || isSpaced !== wasSpaced || (meta.cursor === turn.length && !isEnd))
          return parser.abort();
        add(data);
        read = meta.cursor;
      },
    });
    if (!read && isSpaced === wasSpaced) {
      const end = text.indexOf(newline, at);
      read = (end < 0 ? text.length : end + 1) - at;
      add(read < CSV_TURN.characters ? readLine(turn.slice(0, read), format, config) : null);
    }
    at += read;
    if (rows.length) yield rows;
  }
}

/** The cells of a single line. */
function readLine(line: string, format: CsvFormat, config: Papa.ParseConfig): string[] | null {
  const { data, errors } = Papa.parse<string[]>(line, { ...config, preview: 1 });
  return errors.length ? readStrayMarks(line.replace(/[\r\n]+$/, ""), format) : (data[0] ?? []);
}

/**
 * The cells of a line that doesn't double the quotation marks within them: a mark ends a cell only before a separator or at the
 * end. Null unless there are as many as in the heading.
 */
function readStrayMarks(line: string, { delimiter, width }: CsvFormat): string[] | null {
  const sign = toPattern(delimiter);
  const [, inside] = /^[ \t]*"(.*)"[ \t]*$/s.exec(line) ?? [];
  const quoted = inside?.split(new RegExp(`"[ \\t]*${sign}[ \\t]*"`)) ?? [];
  const cells = quoted.length === width ? quoted : [];
  const text = `"[^"]*"[ \\t]*[^"\\s${sign}][^"${sign}]*|(?![ \\t]*")[^${sign}]*`;
  const next = new RegExp(`[ \\t]*(?:(${text})|"(.*?)"[ \\t]*)(${sign}|$)`, "gsy");
  for (const [, plain, enclosed = "", end] of cells.length ? [] : line.matchAll(next)) {
    cells.push(plain ?? enclosed);
    if (!end) break;
  }
  return cells.length === width ? cells.map((cell) => cell.replaceAll('""', '"')) : null;
}

/** Joins the cells of a row that has too many because its separator also ends HTML entities. */
function joinEntities(cells: string[], { delimiter, width }: CsvFormat): string[] {
  if (delimiter !== ";" || !width || cells.length <= width) return cells;
  const joined: string[] = [];
  for (const cell of cells) {
    const isParted = /&(?:amp;){0,4}(?:#\w{1,7}|[a-z]{2,31})$/i.test(joined.at(-1)?.slice(-64) ?? "");
    if (isParted) joined.push(`${joined.pop()};${cell}`);
    else joined.push(cell);
  }
  return joined;
}

/** Moves the spaces before a cell's opening quotation mark into the cell, where they are trimmed; rows keep their positions. */
function moveSpaces(text: string, delimiter: string): string {
  const sign = toPattern(delimiter);
  const mark = new RegExp(`(^|${sign})([ \\t]+)"(?!"(?![ \\t]*(?:${sign}|[\\r\\n]|$)))`, "gm");
  return text.replace(mark, '$1"$2');
}

function toPattern(sign: string): string {
  return sign.replace(/[\\^$.*+?()[\]{}|-]/, "\\$&");
}

/** Writes rows as CSV. Cells that a spreadsheet would run as a formula get an apostrophe, which `openCsv` removes. */
export function writeCsv(rows: (string | number | null)[][]): string {
  const quotes = (value: unknown) => typeof value === "string" && OTHER_SEPARATOR.test(value);
  const cells = rows.map((row) =>
    row.map((value) => (typeof value === "string" ? value.replace(INNER_FORMULA, "$1'") : value)),
  );
  return `${Papa.unparse(cells, { escapeFormulae: FORMULA, quotes })}\r\n`;
}

function readCell(cell: string, isQuoted: boolean): string {
  const trimmed = cell.trim().replace(/\r\n?/g, "\n");
  const written = isQuoted ? trimmed : readSpreadsheetCell(trimmed);
  const text = written.startsWith("'") && FORMULA.test(written.slice(1)) ? written.slice(1) : written;
  return text.replace(WRITTEN_INNER_FORMULA, "$1");
}

/** A cell between tabs: spreadsheets quote those with commas and quotation marks, and double the marks. */
function readSpreadsheetCell(cell: string): string {
  const [, inside = ""] = /^"((?:[^"]|"")*)"$/.exec(cell) ?? [];
  return /,|""/.test(inside) ? inside.replaceAll('""', '"') : cell;
}
