import { setImmediate } from "node:timers/promises";
import { client, db } from "db/client.server";
import iconv from "iconv-lite";
import { expect, test, vi } from "vitest";
import { IMPORT_MAX } from "~/models/record/record";
import { addRecord, listAllRecords, listRecords, removeRecord } from "~/models/record/record.server";
import { readRecordsCsv, writeRecordsCsv } from "~/models/record/record-csv.server";
import { getImport, prepareImport, runImport } from "~/models/record/record-import.server";
import { recordInput, recordQuery } from "~/models/record/record-schema";
import { addMember } from "../../cast";
import { sampled } from "../../sampled";

vi.mock("jschardet", () => {
  throw new Error("The judge's model is loaded by the server.");
});

const bytes = (text: string) => new TextEncoder().encode(text);
const discogs = `Catalog#,Artist,Title,Label,Format,Rating,Released,release_id,CollectionFolder,Date Added,Collection Media Condition,Collection Sleeve Condition,Collection Notes
BLP 1577,"John Coltrane","Blue Train",Blue Note,"LP, Album, RE",5,1958,1,All,2024-01-01,Near Mint (NM or M-),Very Good (VG),"From ""the"" attic,
second box"
,"Beatles, The",Help!,,"2xCD, Comp",,0,2,All,2024-01-01,,,
,Nirvana (2),Local,,Cass,,1990-05-01,3,All,2024-01-01,Good Plus (G+),,
`;
const all = recordQuery.parse({});

async function collect<Item>(items: AsyncIterable<Item>): Promise<Item[]> {
  const all: Item[] = [];
  for await (const item of items) all.push(item);
  return all;
}

async function prepare(memberId: number, text: string): Promise<string> {
  const read = await prepareImport(memberId, bytes(text));
  if (!("id" in read)) throw new Error(read.unreadable[0]?.message);
  return read.id;
}

test("a Discogs export is read unchanged", async () => {
  expect(await readRecordsCsv(discogs)).toMatchObject({
    unreadableCount: 0,
    records: [
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
    ],
  });
});

const desertshore = { artist: "Nico", album: "Desertshore", year: 1970, condition: "good", notes: "Signed" };
test.each([
  "Artist,Album,Year,Condition,Notes",
  "ARTIST,TITLE,RELEASED,MEDIA CONDITION,COMMENTS",
  " artist , album title , release year , media_condition , comment ",
  "Artist Name,Release Title,Year Released,Record Condition,Collection Notes",
  "Band,Record Title,Release Date,Grading,Remarks",
])("the usual column names are recognized: %s", async (head) => {
  const { records } = await readRecordsCsv(`${head}\nNico,Desertshore,1970,Good,Signed\n`);
  expect(records).toMatchObject([desertshore]);
});

test("of two columns for one field the more specific one is used", async () => {
  const file =
    "Notes,Title,Sleeve Condition,Album,Media Condition,Artist,Collection Notes\n,Janitor,Mint,Desertshore,Good,Nico,Signed";
  expect((await readRecordsCsv(file)).records).toMatchObject([{ ...desertshore, year: null }]);
});

test.each([
  ["VG+", "very_good"],
  ["Near Mint (NM or M-)", "mint"],
  ["very_good", "very_good"],
  ["Good+", "good"],
  ["very-good", "very_good"],
  ["V.G.+", "very_good"],
  ["NM.", "mint"],
  ["near-mint", "mint"],
  ["Poor", "fair"],
  ["", "very_good"],
])("the grade %s is read as the condition %s", async (grade, condition) => {
  const { records } = await readRecordsCsv(`Artist,Album,Grade\nNico,Desertshore,${grade}`);
  expect(records).toMatchObject([{ condition }]);
});

/** Media as files name them, by the format they are. */
const media = {
  vinyl:
    '12" · 2xLP, Album · 2LP · 2LP+CD · 2×LP, Album · 2 x LP · 3xLP + 2xCD · 2 × 12” Maxi · 7-inch · (LP)' +
    ' · Flexi-disc · LPx2 · LP2 · L.P. · DLP · LP|Album · Picture Disc · 7"EP · 12 in. · Vinyle · Vinilo' +
    " · Singles",
  cd:
    "2CD · CD-R · Compact Disc · Compact disk · Compact Discs · CDx2 · Mini-CD · CDEP · HDCD · C.D." +
    " · Single, CD · Maxi-Single CD · File, MP3 + CD, Mixtape · CD, Mixtape",
  cassette: "3×Cass · EP (Cassette) · Cassette tape · 2xMC · MCs · K7 · Musikkassette · Cass, Mixtape",
};

test.each([
  ...Object.entries(media).flatMap(([format, names]) => names.split(" · ").map((name) => [name, format])),
  ["", "vinyl"],
])("the medium %s is read as the format %s", async (medium, format) => {
  const { records } = await readRecordsCsv(
    `Artist,Album,Format\nNico,Desertshore,"${medium.replace('"', '""')}"`,
  );
  expect(records).toMatchObject([{ format, change: undefined }]);
});

const otherMedia =
  "File, MP3, Mixed, Mixtape · Mixtape · File, FLAC, Album · File, WAV, EP · 9xFile, MP3, Single" +
  ' · Reel, 7" Reel · 8-Track Cartridge, Album · Minidisc, Album · DVD, Single, PAL · Blu-ray, Album + DVD' +
  " · VHS, EP";

test.each(otherMedia.split(" · "))(
  "the medium %s is read as the format vinyl, and that is said",
  async (medium) => {
    const { records } = await readRecordsCsv(
      `Artist,Album,Format\nNico,Desertshore,"${medium.replaceAll('"', '""')}"`,
    );
    const message = `Format “${medium}” read as Vinyl.`;
    expect(records).toMatchObject([{ format: "vinyl", change: { line: 2, message } }]);
  },
);

test("unreadable lines are listed by their line numbers, and the others are read", async () => {
  const wrong = `${discogs},Ada,,,LP,,1900\n,,Album,,8-Track\n,Ada,"Side A,,LP\n,Ada,Last\n`;
  const { records, ...unread } = await readRecordsCsv(wrong);
  expect(records.map(({ album }) => album)).toEqual(["Blue Train", "Help!", "Local", "Last"]);
  expect(unread).toEqual({
    unownedCount: 0,
    unreadableCount: 3,
    unreadable: [
      { line: 6, message: "Title: Album is required." },
      { line: 7, message: "Artist is required." },
      { line: 8, message: "This line is too long, or its quotation marks don't match." },
    ],
  });
});

const HEAD = "Artist,Title,Format,Condition,Year,Genre,Cover,Notes";
const GENRES = "Electronic, Rock, Funk / Soul, Stage & Screen, Folk, World, & Country";
const plain = { format: "vinyl", condition: "very_good", year: null, genre: "", externalImageUrl: null };

test.each([
  ["LP,EX,1999", { condition: "very_good", year: 1999 }, "Condition “EX” read as Very Good."],
  ["LP,VG++,", { condition: "very_good" }, "Condition “VG++” read as Very Good."],
  ["LP,NM/VG+,", { condition: "mint" }, "Condition “NM/VG+” read as Mint."],
  ["LP,Still sealed!,", { condition: "mint" }, "Condition “Still sealed!” read as Mint."],
  ["LP,Media: G+ / Sleeve: F,", { condition: "good" }, "Condition “Media: G+ / Sleeve: F” read as Good."],
  ["LP,A bit dusty,", {}, "Condition “A bit dusty” read as Very Good."],
  ["LP,,1980s", {}, "Year “1980s” left out."],
  ["LP,,73", {}, "Year “73” left out."],
  ["LP,,Unknown", {}, "Year “Unknown” left out."],
  ["LP,,1066", {}, "Year “1066” left out."],
  ["LP,,2999", {}, "Year “2999” left out."],
  [
    `LP,,,"${GENRES}"`,
    { genre: "Electronic, Rock, Funk / Soul, Stage & Screen, Folk, World" },
    "Genre shortened.",
  ],
  [`LP,,,${"x".repeat(90)}`, { genre: "x".repeat(60) }, "Genre shortened."],
  [`LP,,,,,${"x".repeat(1001)}`, { notes: "x".repeat(1000) }, "Notes shortened."],
  ["LP,,,,http://img.example/6.jpg", {}, "Cover “http://img.example/6.jpg” left out."],
  ["LP,,,,covers/7.jpg", {}, "Cover “covers/7.jpg” left out."],
  ["LP,,,,/home/ada/covers/8.jpg", {}, "Cover “/home/ada/covers/8.jpg” left out."],
  ["8-Track,,", {}, "Format “8-Track” read as Vinyl."],
  [
    "8-Track,Odd,Soon,,a.jpg",
    {},
    "Year “Soon” left out. Format “8-Track” read as Vinyl. Condition “Odd” read as Very Good. Cover “a.jpg” left out.",
  ],
])("a record keeps all but the odd cell, which is listed: %s", async (cells, fields, message) => {
  const { records, unreadableCount } = await readRecordsCsv(`${HEAD}\nNico,Desertshore,${cells}\n`);
  expect(unreadableCount).toBe(0);
  expect(records).toMatchObject([{ ...plain, ...fields, change: { line: 2, message } }]);
});

test("a long title is cut, and a half character is not kept", async () => {
  const { records } = await readRecordsCsv(
    `Artist,Title\nSinger,${"A title ".repeat(54)}\nNico,${"🎵".repeat(150)}`,
  );
  expect(records).toMatchObject([
    { album: "A title ".repeat(25).trim(), change: { line: 2, message: "Title shortened." } },
    { album: "🎵".repeat(100), change: { line: 3, message: "Title shortened." } },
  ]);
  const odd = await readRecordsCsv(`Artist,Title\nNico,x${"🎵".repeat(150)}`);
  expect(odd.records).toMatchObject([{ album: `x${"🎵".repeat(99)}` }]);
});

test("a preview lists what was changed in the records that are new", async () => {
  const ada = await addMember("Ada");
  await addRecord(ada.id, recordInput.parse({ artist: "Nico", album: "Known" }));
  const lines = Array.from({ length: 259 }, (_, at) => `Nico,Side ${at},1980s`);
  const id = await prepare(ada.id, `Artist,Title,Year\nNico,Known,1980s\nNico,New,1999\n${lines.join("\n")}`);
  const preview = await getImport(ada.id, id);
  expect(preview).toMatchObject({ toAdd: 260, known: 1, changedCount: 259 });
  expect(preview?.changed).toHaveLength(50);
  expect(preview?.changed[0]).toEqual({ line: 4, message: "Year “1980s” left out." });
  expect(await runImport(ada.id, id)).toBe(260);
});

test.each([
  ["Eat (2), Die Warzau", "Eat, Die Warzau"],
  ["Death (2) / Nirvana (2)", "Death / Nirvana"],
  ["Death (2)/Nirvana (12)", "Death/Nirvana"],
  ["Eat (2), Death (3), Nirvana (2)", "Eat, Death, Nirvana"],
  ["Eat (2) Feat. Death (3)", "Eat Feat. Death"],
  ["Beatles, The & Rolling Stones, The", "The Beatles & The Rolling Stones"],
  ["Beatles, The / Fall, The (2)", "The Beatles / The Fall"],
  ["Eat (2), Beatles, The", "Eat, The Beatles"],
  ["Beatles, The, Eat (2)", "The Beatles, Eat"],
  ["Mamas & The Papas, The", "The Mamas & The Papas"],
  ["Tribe Called Quest, A", "A Tribe Called Quest"],
  ["Lobos, Los", "Los Lobos"],
  ["The, The", "The The"],
  ["Earth, Wind & Fire", "Earth, Wind & Fire"],
  ["Crosby, Stills, Nash & Young", "Crosby, Stills, Nash & Young"],
  ["Eat\u00a0(2)", "Eat"],
  ["Eat (2)*", "Eat"],
  ["Bowie*, Queen", "Bowie, Queen"],
  ["Jay-Z* Feat. Alicia Keys*", "Jay-Z Feat. Alicia Keys"],
  ["Eat (2) Meets Death (3)", "Eat Meets Death"],
  ["Eat (2); Death (3)", "Eat; Death"],
  ["Doors, The Featuring Zombies, The", "The Doors Featuring The Zombies"],
  ["Robert Glasper Featuring Roots, The", "Robert Glasper Featuring The Roots"],
  ["Queen Vs. Roots, The", "Queen Vs. The Roots"],
  ["Mamas & Papas, The feat. Roots, The (2)", "The Mamas & Papas feat. The Roots"],
  ["Doors, The Meets Zombies, The", "The Doors Meets The Zombies"],
  ["Doors, The x Zombies, The", "The Doors x The Zombies"],
  ["Doors, The - Zombies, The", "The Doors - The Zombies"],
  ["Doors, The | Zombies, The", "The Doors | The Zombies"],
  ["Fall, The/Cure, The", "The Fall/The Cure"],
  ["Beatles, The*", "The Beatles"],
  ["*NSYNC", "*NSYNC"],
  ["Sunn O)))", "Sunn O)))"],
  ["Tyler, The Creator", "Tyler, The Creator"],
  ["(500) Days", "(500) Days"],
  ["Sum 41", "Sum 41"],
])("of %s the artist is %s", async (typed, artist) => {
  const { records } = await readRecordsCsv(`Artist,Title\n"${typed}",Album`);
  expect(records).toMatchObject([{ artist }]);
});

const DISCOGS_HEAD =
  "Catalog#,Artist,Title,Label,Format,Rating,Released,release_id,CollectionFolder,Date Added,Collection Media Condition,Collection Sleeve Condition,Collection Notes";
const POEM = Array(6)
  .fill("A title of an album that goes on and on because its singer wrote a poem")
  .join(" ");

test.each<[what: string, lines: string[], records: object[]]>([
  [
    "a record of several artists",
    [
      DISCOGS_HEAD,
      'F1,"Eat (2), Die Warzau",Split,F,"7""",,1989,1,U,,,,',
      'F2,"Death (2) / Nirvana (2)",Half,F,LP,,1990,2,U,,,,',
    ],
    [
      { artist: "Eat, Die Warzau", album: "Split", format: "vinyl", year: 1989 },
      { artist: "Death / Nirvana", album: "Half", format: "vinyl", year: 1990 },
    ],
  ],
  [
    "records of several pieces",
    ["Artist,Title,Format", "A,T1,2LP", "B,T2,2LP+CD", 'C,T3,"2×LP, Album"'],
    ["T1", "T2", "T3"].map((album) => ({ album, format: "vinyl", change: undefined })),
  ],
  [
    "odd cells",
    [
      "Artist,Title,Format,Condition,Year,Genre,Cover",
      "A,T1,LP,EX,1999,Rock,",
      "B,T2,LP,NM/VG+,1999,Rock,",
      "C,T3,LP,,1980s,Rock,",
      "D,T4,LP,,Unknown,Rock,",
      `E,T5,LP,,1999,"${GENRES}",`,
      "F,T6,LP,,1999,Rock,http://img.example/6.jpg",
      "G,T7,LP,,1999,Rock,covers/7.jpg",
    ],
    [
      { condition: "very_good", year: 1999 },
      { condition: "mint", year: 1999 },
      { year: null, genre: "Rock" },
      { year: null, genre: "Rock" },
      { genre: "Electronic, Rock, Funk / Soul, Stage & Screen, Folk, World" },
      { externalImageUrl: null, year: 1999 },
      { externalImageUrl: null, year: 1999 },
    ],
  ],
  [
    "a title of 431 characters",
    ["Artist,Title,Format", `Singer,"${POEM}",LP`],
    [{ album: POEM.slice(0, 200).trim() }],
  ],
  [
    "a line that names the separator",
    ["sep=;", "Artist;Title;Format", "A;T1;LP", ""],
    [{ artist: "A", album: "T1" }],
  ],
])("a file with %s is imported as a whole", async (_, lines, expected) => {
  for (const end of ["\n", "\r\n"]) {
    const { records, unreadableCount } = await readRecordsCsv(lines.join(end));
    expect(unreadableCount).toBe(0);
    expect(records).toMatchObject(expected);
  }
});

test.each([
  "LP,Used - Like New,'73,Rock,",
  "LP,S/S,c1975,Rock,www.img.example/a.jpg",
  "LP,8/10,197?,Rock,file:///covers/a.jpg",
  "LP,★★★★,19??,Rock,C:\\covers\\7.jpg",
  "Minidisc,B+,19990501,Rock,data:image/png;base64",
  "8-Track,Sehr gut,N/A,Rock,//img.example/a.jpg",
  'DVD,Minty,"1,973",Rock,ftp://img.example/a.jpg',
  "Reel-To-Reel,E+,１９７３,Rock,https://10.0.0.1/a.jpg",
  `"File, MP3",Great,Mar-73,Rock,https://ada:pw@img.example/a.jpg`,
  `Maxi,Scratched,NULL,${"Rock; ".repeat(20)},https://img.example:8443/a.jpg`,
  `45 RPM,Unplayed,73-03-20,${"🎸".repeat(40)},Yes`,
  `Box Set,?,-,${"Rock|".repeat(20)},https://img.example/${"a".repeat(600)}`,
])("no cell but artist and title keeps a record out, and what is changed is listed: %s", async (cells) => {
  const { records, unreadableCount } = await readRecordsCsv(
    `Artist,Title,Format,Condition,Year,Genre,Cover\nNico,Desertshore,${cells}\n`,
  );
  expect(unreadableCount).toBe(0);
  expect(records).toMatchObject([
    { artist: "Nico", album: "Desertshore", year: null, externalImageUrl: null },
  ]);
  expect(records[0]?.change?.message).toMatch(/Year .* left out/);
  expect(records[0]?.genre).not.toMatch(/\p{Cs}/u);
});

test("only the first 50 unreadable lines are listed", async () => {
  const file = `Artist,Title\n${"Ada,\n".repeat(60)}Nico,Desertshore\n`;
  const { records, unreadable, unreadableCount } = await readRecordsCsv(file);
  expect([records.length, unreadable.length, unreadableCount, unreadable.at(-1)?.line]).toEqual([
    1, 50, 60, 51,
  ]);
});

const NO_COLUMNS =
  "We couldn't find the column names in the first lines. They must include “Artist” and “Album” (or “Title”).";
const uncollected: [text: string, message: string][] = [
  ["", NO_COLUMNS],
  ["Artist,Name\nAda,B", NO_COLUMNS],
  ["Artist,Title\n", "This file has column names but no records."],
  [
    `Artist,Title\n${"A,B\n".repeat(IMPORT_MAX + 1)}`,
    "A file can hold up to 5,000 records. Split it and import the parts.",
  ],
];
test.each(sampled(uncollected, 3))("a file that is not a collection is refused", async (text, message) => {
  await expect(readRecordsCsv(text)).toBeRefused("invalid", message);
});

test("a collection stays the same when exported and imported", async () => {
  const [ada, ben] = [await addMember("Ada"), await addMember("Ben")];
  const odd = { artist: '=cmd|" /C calc"!A0', album: "Side A;\nSide B", notes: "'quoted'", genre: "Jazz" };
  await addRecord(ada.id, recordInput.parse({ ...odd, format: "cassette", condition: "fair", year: 1999 }));
  await addRecord(ada.id, recordInput.parse({ artist: "Nico", album: "Desertshore" }));
  const exported = (await collect(writeRecordsCsv(listAllRecords(ada.id, false)))).join("");
  await runImport(ben.id, await prepare(ben.id, exported));
  const bare = async (memberId: number) => {
    const records = (await collect(listAllRecords(memberId, false))).flat();
    return records.map(({ id: _, createdAt: __, ...rest }) => rest);
  };
  expect(await bare(ada.id)).toHaveLength(2);
  expect(await bare(ben.id)).toEqual(await bare(ada.id));
});

test("what is owned and what is looked for are exported apart", async () => {
  const ada = await addMember("Ada");
  await addRecord(ada.id, recordInput.parse({ artist: "Nico", album: "Desertshore" }));
  await addRecord(ada.id, recordInput.parse({ artist: "Nico", album: "The End", wanted: true }));
  const albums = async (wanted: boolean) =>
    (await collect(listAllRecords(ada.id, wanted))).flat().map(({ album }) => album);
  expect([await albums(false), await albums(true)]).toEqual([["Desertshore"], ["The End"]]);
});

test("a long collection is exported 100 records at a time, each once and in order", async () => {
  const ada = await addMember("Ada");
  const lines = Array.from({ length: 1200 }, (_, i) => `Artist ${i % 7},Album ${i % 400}`);
  await runImport(ada.id, await prepare(ada.id, `Artist,Title\n${lines.join("\n")}\n`));
  const pages = await collect(writeRecordsCsv(listAllRecords(ada.id, false)));
  expect(pages).toHaveLength(1 + 12);
  const { records } = await readRecordsCsv(pages.join(""));
  expect(records.map(({ artist, album }) => `${artist},${album}`)).toEqual(lines.sort());
});

test("an import that is replaced while it runs is refused", async () => {
  const ada = await addMember("Ada");
  const lines = Array.from({ length: 300 }, (_, i) => `Artist ${i},Album`);
  const id = await prepare(ada.id, `Artist,Title\n${lines.join("\n")}\n`);
  const run = db.transaction.bind(db);
  vi.spyOn(db, "transaction").mockImplementationOnce(async (change) => {
    const result = await run(change);
    await prepare(ada.id, discogs);
    return result;
  });
  await expect(runImport(ada.id, id)).toBeRefused("conflict");
});

test("an import adds records once it is confirmed, once, and only by its own member", async () => {
  const [ada, ben] = [await addMember("Ada"), await addMember("Ben")];
  await addRecord(ada.id, recordInput.parse({ artist: "beatles", album: "help", format: "cd" }));
  const id = await prepare(ada.id, discogs);
  expect((await listRecords(ada.id, all, 10)).count).toBe(1);
  expect(await getImport(ada.id, id)).toMatchObject({
    toAdd: 2,
    known: 1,
    records: [{ album: "Blue Train" }, { album: "Local" }],
  });
  expect(await getImport(ben.id, id)).toBeUndefined();
  await expect(runImport(ben.id, id)).toBeRefused("absent");
  expect(await Promise.all([1, 2, 3].map(() => runImport(ada.id, id)))).toEqual([2, 2, 2]);
  const { records } = await listRecords(ada.id, all, 10);
  expect(records.map(({ album }) => album).slice(0, 2)).toEqual(["Blue Train", "Local"]);
  await removeRecord(ada.id, records[0]?.id ?? "");
  expect(await runImport(ada.id, id)).toBe(2);
  expect((await listRecords(ada.id, all, 10)).count).toBe(2);
});

/** Runs something, and counts the turns that other work gets in the meantime. */
async function countTurns<Result>(run: () => Promise<Result>): Promise<{ result: Result; turns: number }> {
  let isOver = false;
  let turns = 0;
  const running = run().finally(() => {
    isOver = true;
  });
  for (; !isOver; turns++) await setImmediate();
  return { result: await running, turns };
}

test("5,000 lines are read, previewed and added in turns, all but the invalid line 4,999", async () => {
  const ada = await addMember("Ada");
  const line = (i: number) =>
    `Artist ${i % 700},"Album, ""${i}""",${1950 + (i % 70)},"LP, Album",Mint (M),A note`;
  const lines = Array.from({ length: IMPORT_MAX }, (_, i) => (i === 4997 ? "Somebody,,1999,LP,," : line(i)));
  const head = "Artist,Title,Released,Format,Collection Media Condition,Collection Notes";
  const read = await countTurns(() => prepare(ada.id, [head, ...lines].join("\n")));
  const preview = await countTurns(() => getImport(ada.id, read.result));
  expect(preview.result).toMatchObject({
    toAdd: IMPORT_MAX - 1,
    unreadableCount: 1,
    unreadable: [{ line: 4999, message: "Title: Album is required." }],
  });
  expect(preview.result?.records.map(({ album }) => album)).toEqual(
    Array.from({ length: 10 }, (_, i) => `Album, "${i}"`),
  );
  expect((await listRecords(ada.id, all, 1)).count).toBe(0);
  const run = await countTurns(() => runImport(ada.id, read.result));
  expect(run.result).toBe(IMPORT_MAX - 1);
  for (const { turns } of [read, preview, run]) expect(turns).toBeGreaterThanOrEqual(25);
  expect((await listRecords(ada.id, all, 1)).count).toBe(IMPORT_MAX - 1);
  const { records } = await listRecords(ada.id, all, 300);
  expect(records.map(({ album }) => album)).toEqual(Array.from({ length: 300 }, (_, i) => `Album, "${i}"`));
});

test("of two files sent at once, one is kept whole and neither is a bug", async () => {
  const ada = await addMember("Ada");
  const file = (album: string) =>
    `Artist,Title\n${Array.from({ length: 450 }, (_, i) => `Nico,${album} ${i}`).join("\n")}\n`;
  const ids = await Promise.all(["A", "B", "C"].map((album) => prepare(ada.id, file(album))));
  const previews = await Promise.all(ids.map((id) => getImport(ada.id, id)));
  expect(previews.filter((preview) => preview)).toMatchObject([{ toAdd: 450, unreadableCount: 0 }]);
});

test("two copies of an album are both added, wherever they are in the file", async () => {
  const ada = await addMember("Ada");
  const lines = Array.from({ length: 450 }, (_, i) => `Nico,Album ${i % 300}`);
  const id = await prepare(ada.id, `Artist,Title\n${lines.join("\n")}\n`);
  expect(await getImport(ada.id, id)).toMatchObject({ toAdd: 450, known: 0 });
  expect(await runImport(ada.id, id)).toBe(450);
  expect((await listRecords(ada.id, all, 1)).count).toBe(450);
});

test("an interrupted import adds the rest when it is confirmed again", async () => {
  const ada = await addMember("Ada");
  const lines = Array.from({ length: 450 }, (_, i) => `Nico,Album ${i % 300}`);
  const id = await prepare(ada.id, `Artist,Title\n${lines.join("\n")}\n`);
  await client.execute(
    "create trigger breaks before update of added_count on record_import_part when new.number = 1 begin select raise(abort, 'broken'); end",
  );
  try {
    await expect(runImport(ada.id, id)).rejects.toThrow();
  } finally {
    await client.execute("drop trigger breaks");
  }
  expect((await listRecords(ada.id, all, 1)).count).toBe(200);
  expect(await getImport(ada.id, id)).toMatchObject({ addedCount: null });
  expect(await Promise.all([1, 2].map(() => runImport(ada.id, id)))).toEqual([450, 450]);
  expect((await listRecords(ada.id, all, 1)).count).toBe(450);
});

test("a file without a readable line has nothing to confirm", async () => {
  const ada = await addMember("Ada");
  expect(await prepareImport(ada.id, bytes("Artist,Title\nAda,\n"))).toEqual({
    unreadableCount: 1,
    unreadable: [{ line: 2, message: "Title: Album is required." }],
  });
});

test("spreadsheets' other encodings are read, and judged beside the server's process", async () => {
  const ada = await addMember("Ada");
  const text = "Artist,Title\nBjörk,Début\n";
  const files = ["windows-1252", "utf-8", "utf-16le", "utf-16be"].map(
    (encoding) => [encoding, iconv.encode(text, encoding, { addBOM: true })] as const,
  );
  for (const [encoding, file] of files) {
    const read = await prepareImport(ada.id, file);
    const preview = "id" in read ? await getImport(ada.id, read.id) : undefined;
    expect(preview?.records).toMatchObject([{ artist: "Björk", album: "Début" }]);
    expect(read).toMatchObject({ encoding });
  }
});
