import fc from "fast-check";
import { expect, test } from "vitest";
import { readCsv, writeCsv } from "~/models/csv";
import { addRecord, listAllRecords, listRecords, removeRecord } from "~/models/record.server";
import { IMPORT_MAX, readRecordsCsv, writeRecordsCsv } from "~/models/record-csv";
import { getImport, prepareImport, runImport } from "~/models/record-import.server";
import { recordInput, recordQuery } from "~/models/record-input";
import { cast } from "../cast";

const bytes = (text: string) => new TextEncoder().encode(text);
const discogs = `Catalog#,Artist,Title,Label,Format,Rating,Released,release_id,CollectionFolder,Date Added,Collection Media Condition,Collection Sleeve Condition,Collection Notes
BLP 1577,"John Coltrane","Blue Train",Blue Note,"LP, Album, RE",5,1958,1,All,2024-01-01,Near Mint (NM or M-),Very Good (VG),"From ""the"" attic,
second box"
,"Beatles, The",Help!,,"2xCD, Comp",,0,2,All,2024-01-01,,,
,Nirvana (2),Local,,Cass,,1990-05-01,3,All,2024-01-01,Good Plus (G+),,
`;
const all = recordQuery.parse({});

async function prepare(memberId: number, text: string): Promise<string> {
  const read = await prepareImport(memberId, bytes(text));
  if (!("id" in read)) throw new Error(read.errors[0]?.says);
  return read.id;
}

test("a Discogs export is read as it comes", () => {
  expect(readRecordsCsv(discogs).errors).toEqual([]);
  expect(readRecordsCsv(discogs).records).toMatchObject([
    {
      artist: "John Coltrane",
      album: "Blue Train",
      year: 1958,
      format: "vinyl",
      condition: "mint",
      notes: 'From "the" attic,\nsecond box',
    },
    { artist: "The Beatles", album: "Help!", year: null, format: "cd", condition: "very_good" },
    { artist: "Nirvana", album: "Local", year: 1990, format: "cassette", condition: "good" },
  ]);
});

test("errors name the line of the file, also after cells of several lines", () => {
  const wrong = `${discogs},Ada,,,LP,,1900\n,Ada,Album,,8-Track\n,Ada,Album,,LP,,1066\n`;
  expect(readRecordsCsv(wrong)).toMatchObject({
    errorCount: 3,
    errors: [
      { line: 6, says: "Title: Album is required." },
      { line: 7, says: '"8-Track" is no format we know: vinyl, CD or cassette.' },
      { line: 8, says: "Released: Use a year from 1900 on." },
    ],
  });
});

test.each([
  ["", 'There is no column "Artist".'],
  ["Artist,Name\nAda,B", 'There is no column "Title".'],
  ["Artist,Title\n", "There are no records under the names of the columns."],
  [`Artist,Title\n${"A,B\n".repeat(IMPORT_MAX + 1)}`, "A file brings at most 5,000 records: split it."],
])("a file that is none of ours is refused whole", (text, says) => {
  expect(readRecordsCsv(text)).toMatchObject({ records: [], errors: [{ says }], errorCount: 1 });
});

test("semicolons, tabs, a byte order mark and old line ends are read", () => {
  for (const text of ["\ufeffArtist;Title\r\nA;B\r\n", "Artist\tTitle\rA\tB", 'title,ARTIST\n"B","A"'])
    expect(readRecordsCsv(text).records).toMatchObject([{ artist: "A", album: "B" }]);
});

test("what is written is read back, and no cell is a formula", () => {
  const cell = fc.string({ unit: "grapheme", maxLength: 20 }).map((text) => text.trim());
  fc.assert(
    fc.property(fc.array(fc.array(cell, { minLength: 2, maxLength: 4 })), (rows) => {
      const written = writeCsv([["a", "b"], ...rows]);
      const kept = rows.filter((cells) => cells.some((text) => text !== ""));
      expect(
        readCsv(written)
          .slice(1)
          .map(({ cells }) => cells),
      ).toEqual(kept.map((cells) => cells.map((text) => text.replace(/\r\n?/g, "\n"))));
    }),
  );
  expect(writeCsv([["=1+1", "@x", "-M-", "a"]])).toBe("'=1+1,'@x,'-M-,a\r\n");
});

test("a collection that is exported and imported elsewhere is the same", async () => {
  const [ada, ben] = [await cast("Ada"), await cast("Ben")];
  const odd = { artist: '=cmd|" /C calc"!A0', album: "Side A;\nSide B", notes: "'quoted'", genre: "Jazz" };
  await addRecord(ada.id, recordInput.parse({ ...odd, format: "cassette", condition: "fair", year: 1999 }));
  await addRecord(ada.id, recordInput.parse({ artist: "Nico", album: "Desertshore" }));
  const before = await listAllRecords(ada.id);
  await runImport(ben.id, await prepare(ben.id, writeRecordsCsv(before)));
  const bare = (records: typeof before) => records.map(({ id: _, createdAt: __, ...rest }) => rest);
  expect(bare(await listAllRecords(ben.id))).toEqual(bare(before));
});

test("nothing is added before the yes, once by it, and only by the member's own", async () => {
  const [ada, ben] = [await cast("Ada"), await cast("Ben")];
  await addRecord(ada.id, recordInput.parse({ artist: "beatles", album: "help", format: "cd" }));
  const id = await prepare(ada.id, discogs);
  expect((await listRecords(ada.id, all, 10)).count).toBe(1);
  expect(await getImport(ada.id, id)).toMatchObject({
    toAdd: 2,
    known: 1,
    records: [{ album: "Blue Train" }, { album: "Local" }],
  });
  expect(await getImport(ben.id, id)).toBeUndefined();
  await expect(runImport(ben.id, id)).rejects.toMatchObject({ code: "absent" });
  expect(await Promise.all([1, 2, 3].map(() => runImport(ada.id, id)))).toEqual([2, 2, 2]);
  const { records } = await listRecords(ada.id, all, 10);
  expect(records.map(({ album }) => album).slice(0, 2)).toEqual(["Blue Train", "Local"]);
  await removeRecord(ada.id, records[0]?.id ?? "");
  expect(await runImport(ada.id, id)).toBe(2);
  expect((await listRecords(ada.id, all, 10)).count).toBe(2);
});

test("5,000 records are added in under 5 s; a wrong line 4,999 adds nothing and is named", async () => {
  const ada = await cast("Ada");
  const line = (i: number) =>
    `Artist ${i % 700},"Album, ""${i}""",${1950 + (i % 70)},"LP, Album",Mint (M),A note`;
  const lines = Array.from({ length: IMPORT_MAX }, (_, i) => line(i + 2));
  const head = "Artist,Title,Released,Format,Collection Media Condition,Collection Notes";
  const broken = [head, ...lines.map((row, i) => (i === 4997 ? "Somebody,,1999,LP,," : row))].join("\n");
  expect(await prepareImport(ada.id, bytes(broken))).toEqual({
    errors: [{ line: 4999, says: "Title: Album is required." }],
    errorCount: 1,
  });
  expect((await listRecords(ada.id, all, 1)).count).toBe(0);
  const started = performance.now();
  const id = await prepare(ada.id, [head, ...lines].join("\n"));
  expect(await runImport(ada.id, id)).toBe(IMPORT_MAX);
  expect(performance.now() - started).toBeLessThan(5000);
  expect((await listRecords(ada.id, all, 1)).count).toBe(IMPORT_MAX);
});

test("spreadsheets' other encodings are read", async () => {
  const ada = await cast("Ada");
  const text = "Artist,Title\nBjörk,Début\n";
  const latin = Uint8Array.from(text, (letter) => letter.codePointAt(0) ?? 0);
  const wide = new Uint8Array(Buffer.from(`\ufeff${text}`, "utf16le"));
  for (const file of [latin, wide]) {
    const read = await prepareImport(ada.id, file);
    const preview = "id" in read ? await getImport(ada.id, read.id) : undefined;
    expect(preview?.records).toMatchObject([{ artist: "Björk", album: "Début" }]);
  }
});
