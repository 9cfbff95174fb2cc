import fc from "fast-check";
import { expect, test } from "vitest";
import { readRecordsCsv } from "~/models/record/record-csv.server";
import { CSV_TURN, openCsv, writeCsv } from "~/models/text-file/csv.server";

/** The rows below the heading, which is the first row that can be read. */
async function rowsOf(text: string) {
  const rows = [];
  const table = await openCsv(text, (cells) => cells);
  for await (const turn of table?.rows ?? []) rows.push(...turn);
  return { heading: table?.heading, rows };
}
async function cellsOf(text: string) {
  const { heading, rows } = await rowsOf(text);
  return [heading, ...rows.map(({ cells }) => cells)];
}

/** Counts how often other work gets a turn while something runs. */
async function countTurns(run: () => Promise<unknown>): Promise<number> {
  let turns = 0;
  const count = () => {
    turns += 1;
    next = setImmediate(count);
  };
  let next = setImmediate(count);
  await run().finally(() => clearImmediate(next));
  return turns;
}

test.each([
  "sep=;\r\nArtist;Title\r\nA;B\r\n",
  "\ufeffsep=;\nArtist;Title\nA;B",
  '"sep=,"\r\nArtist,Title\r\nA,B',
  "sep=;;\nArtist;Title\nA;B",
  "SEP=|\rArtist|Title\rA|B",
  "sep=\t\nArtist\tTitle\nA\tB",
  "\ufeffArtist;Title\r\nA;B\r\n",
  "Artist\tTitle\rA\tB",
  'Artist,Title\n"A","B"',
  "Artist,Title\r\n\r\n,\r\nA,B\r\n\r\n",
  '"Artist";"Title"\n"A" ;"B" \n',
])("spreadsheets' separators, line breaks and blank lines are accepted: %j", async (text) => {
  expect(await cellsOf(text)).toEqual([
    ["Artist", "Title"],
    ["A", "B"],
  ]);
});

test("cells may contain separators, quotation marks and line breaks", async () => {
  const text = 'a,b\r\n"x,\r\ny","the ""attic"""\r\n12" Mix,\'=1\r\n';
  expect((await rowsOf(text)).rows).toEqual([
    { line: 2, cells: ["x,\ny", 'the "attic"'] },
    { line: 4, cells: ['12" Mix', "=1"] },
  ]);
});

test.each([
  ['a,b\n"c,d\n"e",f\ng,h', [["a", "b"], null, ["e", "f"], ["g", "h"]]],
  ['a,b\nc,"d\ne,f', [["a", "b"], null, ["e", "f"]]],
  [
    'a,b\n"c" d,e\nf,g',
    [
      ["a", "b"],
      ['"c" d', "e"],
      ["f", "g"],
    ],
  ],
  ['a,b\n"c" d\nf,g', [["a", "b"], null, ["f", "g"]]],
  [`a,b\n"${"c".repeat(CSV_TURN.characters)}",d\ne,f`, [["a", "b"], null, ["e", "f"]]],
])("a stray quotation mark makes no more than its own line unreadable", async (text, cells) => {
  expect(await cellsOf(text)).toEqual(cells);
});

test("rows stay whole across turns", async () => {
  const row = (i: number) => [`Artist ${i}`, `"${i}"\n${"b".repeat(i % 97)}`];
  const rows = Array.from({ length: 2000 }, (_, i) => row(i));
  const lines = (await rowsOf(writeCsv(rows))).rows.map(({ line }) => line);
  expect(await cellsOf(writeCsv(rows))).toEqual(rows.map((cells) => cells.map((cell) => cell.trim())));
  expect(lines).toEqual(rows.slice(1).map((_, i) => 3 + 2 * i));
});

test("written files are read back unchanged, and no cell is a formula", async () => {
  const cell = fc.string({ unit: "grapheme", maxLength: 20 }).map((text) => text.trim());
  await fc.assert(
    fc.asyncProperty(fc.array(fc.array(cell, { minLength: 2, maxLength: 4 })), async (rows) => {
      const kept = rows.filter((cells) => cells.some((text) => text !== ""));
      expect((await cellsOf(writeCsv([["a", "b"], ...rows]))).slice(1)).toEqual(
        kept.map((cells) => cells.map((text) => text.replace(/\r\n?/g, "\n"))),
      );
    }),
  );
  const formulas = ["=1+1", "@x", "-M-", "+1\n2", "\tx", "＝1+1", "＠x"];
  const written = writeCsv([["a", ...formulas]]);
  expect(written).toBe(`a,${formulas.map((text) => `"'${text}"`).join(",")}\r\n`);
  expect(await cellsOf(written)).toEqual([["a", ...formulas]]);
});

test("a program that separates cells by semicolons or tabs finds no formula either", async () => {
  const ends = ["=1+1", "@x", "-1", "+1", "＝1+1", '"=1', "'=1"];
  const texts = ends.flatMap((end) => [`Low;${end};x`, `Low\t${end}\tx`]);
  const written = writeCsv([["a", ...texts]]);
  // Such a program takes a quotation mark within a cell for a part of it.
  for (const cell of written.split(/[;\t]/)) expect(cell).not.toMatch(/^"*[=+\-@＝]/);
  expect(await cellsOf(written)).toEqual([["a", ...texts]]);
  expect(writeCsv([["a", "Nice ;-)"]])).toBe('a,"Nice ;-)"\r\n');
});

test("cells have line ends of their own in a file of the old Mac", async () => {
  expect(await cellsOf('a,b\r"1\n2",3\r4,"5\n6"')).toEqual([
    ["a", "b"],
    ["1\n2", "3"],
    ["4", "5\n6"],
  ]);
  expect(await cellsOf('a,b\r\r\n"1\r2",3\r\r\n')).toEqual([
    ["a", "b"],
    ["1\n2", "3"],
  ]);
});

test("texts that begin with apostrophes and the sign of a formula are read back unchanged", async () => {
  const texts = ["'+", "''=1", "'Til Tuesday", "'"];
  expect(await cellsOf(writeCsv([["a", ...texts]]))).toEqual([["a", ...texts]]);
});

test("reading a long file yields to other work every 100 rows and every 16,384 characters", async () => {
  for (const text of [
    "a\n".repeat(100_000),
    `${"a".repeat(1000)}\n`.repeat(2000),
    `a\n${'"a\n'.repeat(500)}`,
  ]) {
    let rows = 1;
    let most = 0;
    const turns = await countTurns(async () => {
      const table = await openCsv(text, (cells) => cells);
      for await (const turn of table?.rows ?? []) {
        rows += turn.length;
        most = Math.max(most, turn.length);
      }
    });
    expect(rows).toBe(text.split("\n").length - 1);
    expect(most).toBeLessThanOrEqual(CSV_TURN.rows);
    const least = Math.max(rows / CSV_TURN.rows, text.length / CSV_TURN.characters);
    expect(turns).toBeGreaterThanOrEqual(Math.floor(least));
  }
});

test("reading stops at the first record beyond the limit", async () => {
  const refused = (lines: number) => async () =>
    expect(readRecordsCsv(`Artist,Title\n${"A,B\n".repeat(lines)}`)).rejects.toMatchObject({
      code: "invalid",
    });
  const [few, many] = [await countTurns(refused(6000)), await countTurns(refused(100_000))];
  expect(few).toBeGreaterThan(40);
  expect(many).toBeLessThanOrEqual(few + 1);
});
