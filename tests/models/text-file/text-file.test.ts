// Text files and tables that members import.
import fc from "fast-check";
import iconv from "iconv-lite";
import { expect, test } from "vitest";
import { readRecordsCsv } from "~/models/record/record-csv.server";
import { CSV_TURN, openCsv, writeCsv } from "~/models/text-file/csv.server";
import { judgeEncoding } from "~/models/text-file/encoding-judge.server";
import type { TextEncoding } from "~/models/text-file/text-encoding";
import * as textFile from "~/models/text-file/text-file.server";

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
    expect(readRecordsCsv(`Artist,Title\n${"A,B\n".repeat(lines)}`)).toBeRefused("invalid");
  const [few, many] = [await countTurns(refused(6000)), await countTurns(refused(100_000))];
  expect(few).toBeGreaterThan(40);
  expect(many).toBeLessThanOrEqual(few + 1);
});

const decodeText = (bytes: Uint8Array, chosen?: TextEncoding) =>
  textFile.decodeText(bytes, { judge: judgeEncoding, chosen });
const decodeTextStream = (chunks: AsyncIterable<Buffer>) =>
  textFile.decodeTextStream(chunks, { judge: judgeEncoding });

const HEAD = "Artist;Title;Format\r\n";
const texts = {
  "windows-1250": [
    `${HEAD}Antonín Dvořák;Z nového světa;LP\r\n`,
    `${HEAD}Czesław Niemen;Dziwny jest ten świat;LP\r\n`,
    `${HEAD}Kabát;Dole v dole;CD\r\nLucie;Černý kočky mokrý žáby;CD\r\n`,
    `${HEAD}Omega;Gyöngyhajú lány;LP\r\nLokomotív GT;Ringasd el magad;LP\r\n`,
    `${HEAD}Ewa Demarczyk;Śpiewa piosenki Zygmunta Koniecznego;LP\r\n`,
    `${HEAD}Jiří Schmitzer;Šílenec;CD\r\n`,
    `${HEAD}Psí vojáci;Baroko v Čechách;LP\r\n`,
    `${HEAD}Đorđe Balašević;Pub;LP\r\n`,
    `${HEAD}Azra;Filigranski pločnici;LP\r\n`,
    `${HEAD}Ismerős Arcok;Őszi szél;CD\r\n`,
    `${HEAD}Maria Tănase;Cine iubește și lasă;LP\r\n`.replaceAll("ș", "ş"),
    `${HEAD}Žbirka;Doktor sen – výber;LP\r\n`,
  ],
  "windows-1251": [
    `${HEAD}Кино;Группа крови;LP\r\n`,
    `${HEAD}ДДТ;Это всё;LP\r\n`,
    `${HEAD}${"Low;Secret Name;LP\r\n".repeat(500)}Аквариум;Радио Африка;LP\r\n`,
    `${HEAD}Океан Ельзи;Модель;CD\r\n`,
    `${HEAD}Скрябін;Модна країна;CD\r\n`,
    `${HEAD}Ляпис Трубецкой;Капитал;CD\r\n`,
    `${HEAD}Бијело дугме;Кад би' био бијело дугме;LP\r\n`,
    `${HEAD}ФСБ;Двуетажен град;LP\r\n`,
    `${HEAD}АРИЯ;ГЕРОЙ АСФАЛЬТА;LP\r\n`,
    `${HEAD}«Кино»;«Звезда по имени Солнце»;LP\r\n`,
    `${HEAD}МакSим;Трудный возраст;CD\r\nАнимал ДжаZ;Шаг вдох;CD\r\n`,
    `${HEAD}Metallica;Master of Puppets;LP\r\nАлиса;Шабаш;LP\r\n`,
  ],
  "windows-1252": [
    "artist,album,track,date\nBjörk,Debut,Venus,05 Apr 2010 11:59\n",
    `${HEAD}Beyoncé;“Lemonade” – 2016;CD\r\n`,
    `${HEAD}The Beatles;Sgt. Pepper’s;LP\r\n`,
    `${HEAD}Mötley Crüe;Dr. Feelgood;LP\r\n`,
    `${HEAD}Sigur Rós;Ágætis byrjun;LP\r\n`,
    `${HEAD}Low;Café`,
    `${HEAD}Françoise Hardy;Tous les garçons et les filles;LP\r\n`,
    `${HEAD}Caetano Veloso;Transa – edição;LP\r\n`,
    `${HEAD}Håkan Hellström;Känn ingen sorg för mig Göteborg;LP\r\n`,
    `${HEAD}Mercedes Sosa;¿Será posible el sur?;LP\r\n`,
    `${HEAD}Mina;Città vuota;LP\r\n`,
    "Artist,Title,Notes\nLow,Secret Name,paid £12.50\nMötley Crüe,Dr. Feelgood,£9\n",
    "Artist,Title,Notes\nBlur,Parklife,£ 5\n",
    "Artist,Title,Notes\nLow,2½ Songs,¾ inch\n",
    `${HEAD}Orquesta;Sinfonía nº 5;LP\r\n`,
    `${HEAD}Queensrÿche;Empire;LP\r\n`,
  ],
} as const;
const all = Object.entries(texts).flatMap(([encoding, list]) =>
  list.map((text) => [encoding, text] as const),
);

async function* inPieces(bytes: Buffer, size: number) {
  for (let at = 0; at < bytes.length; at += size) yield bytes.subarray(at, at + size);
}

async function collect(stream: AsyncIterable<string>) {
  let text = "";
  for await (const part of stream) text += part;
  return text;
}

const encode = (text: string, encoding: string) =>
  iconv.encode(text, encoding, { addBOM: /utf/.test(encoding) });

test.each(all)("%s is recognized: %j", async (encoding, text) => {
  const bytes = encode(text, encoding);
  expect((await decodeText(bytes)).text).toBe(text);
  expect(await collect(decodeTextStream(inPieces(bytes, 7)))).toBe(text);
});

test.each(
  ["utf-8", "utf-16le", "utf-16be"].flatMap((encoding) => all.map(([, text]) => [encoding, text] as const)),
)("a byte order mark tells %s: %j", async (encoding, text) => {
  const bytes = encode(text, encoding);
  expect(await decodeText(bytes)).toEqual({ text, encoding });
  expect(await collect(decodeTextStream(inPieces(bytes, 1000)))).toBe(text);
});

test.each(all)("UTF-8 without a mark is preferred to %s: %j", async (_, text) => {
  const bytes = Buffer.from(text);
  expect(await decodeText(bytes)).toEqual({ text, encoding: "utf-8" });
  expect(await collect(decodeTextStream(inPieces(bytes, 7)))).toBe(text);
});

test.each(["utf-16le", "utf-16be"])("%s is recognized without a mark", async (encoding) => {
  for (const [, text] of all) {
    const bytes = iconv.encode(text, encoding, { addBOM: false });
    expect(await decodeText(bytes)).toEqual({ text, encoding });
    expect(await collect(decodeTextStream(inPieces(bytes, 7)))).toBe(text);
  }
});

test("a zero here and there, as a crash leaves it, makes no UTF-16", async () => {
  for (const text of [`${HEAD}Björk;Debut;LP\r\n\0\0\0\0`, `${HEAD}Low;Secret\0Name;LP\r\n`.repeat(20), ""]) {
    expect(await decodeText(Buffer.from(text))).toEqual({ text, encoding: "utf-8" });
    expect(await collect(decodeTextStream(inPieces(Buffer.from(text), 7)))).toBe(text);
  }
});

test("UTF-8 in which a letter was cut is still UTF-8", async () => {
  const [before, letter, after] = ["Artist;Title\r\nКино;Группа ", Buffer.from("к"), "рови;LP\r\nКино;"].map(
    (part) => Buffer.from(part),
  ) as [Buffer, Buffer, Buffer];
  for (const cut of [letter.subarray(0, 1), letter.subarray(1)]) {
    const inside = Buffer.concat([before, cut, after]);
    const text = `${before}${after}`;
    expect(await decodeText(inside)).toEqual({ text, encoding: "utf-8" });
    expect(await collect(decodeTextStream(inPieces(inside, 7)))).toBe(text);
    const atEnd = Buffer.concat([before, after, cut]);
    expect(await decodeText(atEnd)).toEqual({ text, encoding: "utf-8" });
  }
});

test("a long stream is decoded across its pieces, whatever comes first", async () => {
  const ascii = "Low;Secret Name;LP\r\n".repeat(30_000);
  for (const encoding of ["utf-8", "windows-1251", "windows-1252"]) {
    const text =
      ascii + (encoding === "windows-1252" ? "Björk;Début;CD\r\n" : "Кино;Ночь;LP\r\n").repeat(40_000);
    const stream = decodeTextStream(inPieces(iconv.encode(text, encoding), 65_537));
    expect((await collect(stream)) === text).toBe(true);
  }
});

test("bytes that an encoding lacks are left out", async () => {
  const damaged = Buffer.concat([
    Buffer.from("\ufeffBjörk "),
    Buffer.from([0xf6, 0x81]),
    Buffer.from(" Début"),
  ]);
  expect((await decodeText(damaged)).text).toBe("Björk  Début");
  expect((await decodeText(damaged, "windows-1252")).text).not.toContain("\ufffd");
  expect(await collect(decodeTextStream(inPieces(damaged, 5)))).toBe("Björk  Début");
});

test("what a member chooses is used", async () => {
  const bytes = iconv.encode("Кино", "windows-1251");
  expect(await decodeText(bytes, "windows-1252")).toEqual({ text: "Êèíî", encoding: "windows-1252" });
  expect((await decodeText(bytes, "windows-1251")).text).toBe("Кино");
});
