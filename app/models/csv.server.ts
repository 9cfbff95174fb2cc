// CSV files: RFC 4180, with the separators and line ends that spreadsheets write.
import { setImmediate } from "node:timers/promises";
import Papa from "papaparse";

/** A row, and the line of the file it begins on. Its cells are null if its quotation marks do not match. */
export type CsvRow = { line: number; cells: string[] | null };

/** How much is read before other requests get a turn. No row is longer than that many characters. */
export const CSV_TURN = { rows: 100, characters: 16_384 };

/**
 * A spreadsheet would run a cell that begins with one of these signs as a formula. Apostrophes before it are matched too, so
 * that a text which has one of its own keeps it.
 */
const FORMULA = /^'*[=+\-@\t\r＝＋－＠]/;

/** The separators of other programs, which would begin a cell within a cell that isn't quoted. */
const OTHER_SEPARATOR = /[;\t]/;

/** A byte order mark and the line by which Excel names the separator, both optional. */
const SEPARATOR_LINE = /^\ufeff?(?:"?sep=([^"\r\n])\1*"?(?:\r\n?|\n|$))?/i;

/**
 * Yields the rows of a file, one turn at a time, without blank rows. The separator is the one that a first line such as
 * "sep=;" names, else the comma, semicolon or tab, whichever is most frequent there. After a row with a stray quotation
 * mark it continues with the next line.
 */
export async function* readCsv(text: string): AsyncGenerator<CsvRow[]> {
  const [end = ""] = /\r*\n|\r/.exec(text) ?? [];
  const newline = end.endsWith("\n") ? "\n" : "\r";
  const [separatorLine = "", separator] = SEPARATOR_LINE.exec(text.slice(0, CSV_TURN.characters)) ?? [];
  const delimiter = separator ?? delimiterOf(text);
  const config = { delimiter, newline, fastMode: false } as const;
  let line = separator ? 2 : 1;
  for (let at = separatorLine.length; at < text.length; await setImmediate()) {
    const isEnd = text.length - at <= CSV_TURN.characters;
    const turn = text.slice(at, at + CSV_TURN.characters);
    const rows: CsvRow[] = [];
    const add = (cells: string[] | null) => {
      if (!cells || cells.some((cell) => cell.trim() !== ""))
        rows.push({ line, cells: cells?.map(readCell) ?? null });
      line += 1 + (cells ?? []).reduce((lines, cell) => lines + cell.split(newline).length - 1, 0);
    };
    let read = 0;
    Papa.parse<string[]>(turn, {
      ...config,
      preview: CSV_TURN.rows,
      step: ({ data, errors, meta }, parser) => {
        if (errors.length || (meta.cursor === turn.length && !isEnd)) return parser.abort();
        add(data);
        read = meta.cursor;
      },
    });
    if (!read) {
      const end = text.indexOf(newline, at);
      read = (end < 0 ? text.length : end + 1) - at;
      const alone =
        read < CSV_TURN.characters &&
        Papa.parse<string[]>(text.slice(at, at + read), { ...config, preview: 1 });
      add(alone && !alone.errors.length ? (alone.data[0] ?? []) : null);
    }
    at += read;
    if (rows.length) yield rows;
  }
}

/** Writes rows as CSV. A cell that a spreadsheet would run as a formula gets an apostrophe, which `readCsv` removes. */
export function writeCsv(rows: (string | number | null)[][]): string {
  const quotes = (value: unknown) => typeof value === "string" && OTHER_SEPARATOR.test(value);
  return `${Papa.unparse(rows, { escapeFormulae: FORMULA, quotes })}\r\n`;
}

function readCell(cell: string): string {
  const written = cell.trim().replace(/\r\n?/g, "\n");
  return written.startsWith("'") && FORMULA.test(written.slice(1)) ? written.slice(1) : written;
}

function delimiterOf(text: string): string {
  const [first = ""] = text.slice(0, CSV_TURN.characters).split(/[\r\n]/, 1);
  return Papa.parse(first, { delimitersToGuess: [",", ";", "\t"] }).meta.delimiter;
}
