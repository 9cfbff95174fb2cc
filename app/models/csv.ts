// Comma-separated values: RFC 4180 as spreadsheets write and read it.

export type CsvRow = { line: number; cells: string[] };

/** A cell that begins so would be run as a formula by a spreadsheet. */
const FORMULA = /^[=+\-@\t\r]/;

/**
 * The rows of a table with the line of the file each begins on; empty rows are left out. Commas, semicolons or tabs,
 * whichever the first line has most of, stand between the cells.
 */
export function readCsv(text: string): CsvRow[] {
  const source = text.replace(/^\ufeff/, "").replace(/\r\n?/g, "\n");
  const separator = separatorOf(source);
  const rows: CsvRow[] = [];
  let [line, at] = [1, 0];
  while (at < source.length) {
    const row: CsvRow = { line, cells: [] };
    let ended = false;
    while (!ended) {
      let cell = "";
      if (source[at] === '"') {
        const quoted = readQuoted(source, at);
        cell = quoted.cell;
        line += cell.split("\n").length - 1;
        at = quoted.end;
      }
      // What stands behind a closing quote belongs to the cell, as every spreadsheet has it.
      const from = at;
      while (at < source.length && source[at] !== separator && source[at] !== "\n") at++;
      row.cells.push(withoutApostrophe((cell + source.slice(from, at)).trim()));
      ended = at >= source.length || source[at] === "\n";
      at++;
    }
    line++;
    if (row.cells.some((cell) => cell !== "")) rows.push(row);
  }
  return rows;
}

/** A table as CSV. What a spreadsheet would take for a formula gets an apostrophe, which `readCsv` takes away. */
export function writeCsv(rows: (string | number | null)[][]): string {
  return rows.map((cells) => `${cells.map(writeCell).join(",")}\r\n`).join("");
}

function writeCell(value: string | number | null): string {
  if (typeof value !== "string") return String(value ?? "");
  const cell = FORMULA.test(value) ? `'${value}` : value;
  return /[",;\t\r\n]|^\s|\s$/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell;
}

function withoutApostrophe(cell: string): string {
  return cell.startsWith("'") && FORMULA.test(cell.slice(1)) ? cell.slice(1) : cell;
}

/** A cell in quotes and where it ends; one that is never closed goes to the end of the file. */
function readQuoted(source: string, from: number): { cell: string; end: number } {
  let [cell, at] = ["", from + 1];
  for (;;) {
    const close = source.indexOf('"', at);
    if (close < 0) return { cell: cell + source.slice(at), end: source.length };
    cell += source.slice(at, close);
    if (source[close + 1] !== '"') return { cell, end: close + 1 };
    cell += '"';
    at = close + 2;
  }
}

function separatorOf(source: string): string {
  const [first = ""] = source.split("\n", 1);
  const counts = [",", ";", "\t"].map((separator) => first.split(separator).length);
  return [",", ";", "\t"][counts.indexOf(Math.max(...counts))] ?? ",";
}
