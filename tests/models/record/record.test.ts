import { randomUUID } from "node:crypto";
import { db } from "db/client.server";
import { block, member, record } from "db/schema";
import { eq } from "drizzle-orm";
import fc from "fast-check";
import { expect, test } from "vitest";
import { decideOn } from "~/models/decision.server";
import { recordsAfter } from "~/models/record";
import {
  addRecord,
  changeRecord,
  getRecord,
  listRecords,
  listRecordsInCommon,
  removeRecord,
} from "~/models/record.server";
import { recordInput, recordQuery } from "~/models/record-input";
import { cast, matchUp } from "../cast";

const blueTrain = { artist: "John Coltrane", album: "Blue Train", year: 1958, genre: "Jazz" };
const typed = (fields: Record<string, unknown> = {}) => recordInput.parse({ ...blueTrain, ...fields });
const all = recordQuery.parse({});

test("a record is vinyl and very good until said otherwise, from a form as from JSON", () => {
  const blank = { year: "", genre: "", format: "", condition: "", notes: "", imageUrl: "", id: "" };
  const names = { artist: " Nico ", album: "Chelsea Girl" };
  const expected = {
    artist: "Nico",
    album: "Chelsea Girl",
    year: null,
    genre: "",
    format: "vinyl",
    condition: "very_good",
    notes: "",
    imageUrl: null,
  };
  expect(recordInput.parse({ ...names, ...blank })).toEqual(expected);
  expect(recordInput.parse(names)).toEqual(expected);
});

test.each([
  [{ artist: " " }, "Artist is required"],
  [{ album: "" }, "Album is required"],
  [{ year: "1899" }, "Use a year from 1900 on"],
  [{ year: "199x" }, "Use a year from 1900 on"],
  [{ year: 1999.5 }, "Use a year from 1900 on"],
  [{ year: new Date().getFullYear() + 1 }, `The year can be ${new Date().getFullYear()} at most`],
  [{ format: "8-track" }, "Choose a format from the list"],
  [{ condition: ["mint"] }, "Choose a condition from the list"],
  [{ imageUrl: "javascript:alert(1)" }, "Use a picture's full address that begins with https://"],
  [{ id: "1" }, "Must be a UUID"],
])("%j is refused with a sentence", (fields, says) => {
  expect(recordInput.safeParse({ ...blueTrain, ...fields }).error?.issues[0]?.message).toBe(says);
});

test("whatever is sent, the schemas answer and never throw", () => {
  fc.assert(
    fc.property(fc.object({ key: fc.constantFrom(...Object.keys(recordInput.shape)) }), (sent) => {
      recordInput.safeParse(sent);
      recordQuery.parse({ q: sent.artist, sort: sent.album, page: sent.year });
    }),
  );
});

test("a record is added once, however often it is sent", async () => {
  const ada = await cast("Ada");
  const id = randomUUID();
  await Promise.all(Array.from({ length: 5 }, () => addRecord(ada.id, typed({ id }))));
  const { records, count } = await listRecords(ada.id, all, 10);
  expect(count).toBe(1);
  expect(records[0]).toMatchObject({ id, ...blueTrain, format: "vinyl", condition: "very_good" });
});

test("what is typed anew on a page that was sent already is not taken for what was sent", async () => {
  const ada = await cast("Ada");
  const { id } = await addRecord(ada.id, typed({ id: randomUUID() }));
  for (const other of [{ album: "Giant Steps" }, { year: "" }, { format: "cd" }, { notes: "Scratched" }]) {
    await expect(addRecord(ada.id, typed({ id, ...other }))).rejects.toMatchObject({ code: "conflict" });
  }
  expect(await addRecord(ada.id, typed({ id, imageUrl: "https://covers.example/1.jpg" }))).toMatchObject({
    id,
  });
  expect((await listRecords(ada.id, all, 10)).count).toBe(1);
});

test("a member can neither read, change nor remove another's record, nor take its id", async () => {
  const [ada, ben] = [await cast("Ada"), await cast("Ben")];
  const { id } = await addRecord(ada.id, typed());
  const refused = { code: "absent" };
  expect(await getRecord(ben.id, id)).toBeUndefined();
  await expect(changeRecord(ben.id, id, typed({ album: "Mine" }))).rejects.toMatchObject(refused);
  await expect(removeRecord(ben.id, id)).rejects.toMatchObject(refused);
  await expect(addRecord(ben.id, typed({ id }))).rejects.toMatchObject({ code: "conflict" });
  expect(await getRecord(ada.id, id)).toMatchObject({ album: "Blue Train" });
});

test("a changed record is found under its new names, a removed one is gone", async () => {
  const ada = await cast("Ada");
  const { id, createdAt } = await addRecord(ada.id, typed());
  const changed = await changeRecord(ada.id, id, typed({ album: "Giant Steps", year: null }));
  expect(changed).toMatchObject({ id, createdAt, album: "Giant Steps", year: null });
  expect((await listRecords(ada.id, { ...all, q: "giant" }, 10)).found).toBe(1);
  await removeRecord(ada.id, id);
  expect(await listRecords(ada.id, all, 10)).toMatchObject({ records: [], count: 0 });
});

test("records are searched by words of any spelling, sorted, and go on page by page", async () => {
  const ada = await cast("Ada");
  await addRecord(ada.id, typed());
  await addRecord(ada.id, typed({ artist: "Björk", album: "Début", year: 1993, genre: "Hip-Hop" }));
  await addRecord(ada.id, typed({ artist: "The Beatles", album: "Abbey Road", year: null, genre: "R&B" }));
  const find = async (query: Record<string, unknown>, size = 10) =>
    (await listRecords(ada.id, recordQuery.parse(query), size)).records.map(({ artist }) => artist);
  expect(await find({ q: "bjork DEBUT" })).toEqual(["Björk"]);
  expect(await find({ q: "hip hop" })).toEqual(["Björk"]);
  expect(await find({ q: "r&b" })).toEqual(["The Beatles"]);
  expect(await find({ q: "%" })).toEqual([]);
  expect(await find({ sort: "artist" })).toEqual(["The Beatles", "Björk", "John Coltrane"]);
  expect(await find({ sort: "album" })).toEqual(["The Beatles", "John Coltrane", "Björk"]);
  expect(await find({ sort: "year" })).toEqual(["John Coltrane", "Björk", "The Beatles"]);
  expect(await find({ sort: "year", page: 2 }, 2)).toEqual(["The Beatles"]);
  expect((await listRecords(ada.id, recordQuery.parse({ sort: "nonsense" }), 2)).next).toEqual({ page: "2" });
});

test("records in common are shown to a match only, whatever the format and the spelling", async () => {
  const [ada, ben] = [await cast("Ada"), await cast("Ben")];
  await addRecord(ada.id, typed({ artist: "The Cure", album: "Disintegration" }));
  await addRecord(ada.id, typed({ artist: "The Cure", album: "Disintegration", format: "cassette" }));
  await addRecord(ada.id, typed());
  await addRecord(ben.id, typed({ artist: "Cure", album: "disintegration", format: "cd" }));
  const common = async () => (await listRecordsInCommon(ada.id, ben.id, 5)).records.map(({ album }) => album);
  expect(await common()).toEqual([]);
  await matchUp(ada, ben);
  expect(await common()).toEqual(["Disintegration"]);
  await db.insert(block).values({ memberId: ben.id, targetId: ada.id, createdAt: new Date() });
  expect(await common()).toEqual([]);
  await db.delete(block).where(eq(block.memberId, ben.id));
  await db.update(member).set({ deletedAt: new Date() }).where(eq(member.id, ben.id));
  expect(await common()).toEqual([]);
  await db.update(member).set({ deletedAt: null }).where(eq(member.id, ben.id));
  await decideOn(ben.id, { targetUserId: ada.id, liked: false });
  expect(await common()).toEqual([]);
});

test("what a collection will be stands there before it is", async () => {
  const [first, second] = [randomUUID(), randomUUID()];
  const shown = (id: string) => ({ ...typed(), id, createdAt: new Date().toISOString() });
  const records = [shown(first)];
  expect(recordsAfter(records, "/records/new", { ...blueTrain, id: second })).toMatchObject([
    { id: second, isSaving: true },
    { id: first },
  ]);
  expect(recordsAfter(records, "/records/new", { ...blueTrain, id: first })).toEqual(records);
  expect(recordsAfter(records, `/records/${first}/edit`, { ...blueTrain, album: "Soultrane" })).toMatchObject(
    [{ id: first, album: "Soultrane" }],
  );
  expect(recordsAfter(records, `/records/${first}/delete`, {})).toEqual([]);
});

test("hostile text comes back as it was typed", async () => {
  const ada = await cast("Ada");
  const hostile = `<img src=x onerror=alert(1)> ' " ; drop table record; -- \u202e 😀`;
  const { id } = await addRecord(ada.id, typed({ artist: hostile, album: hostile, notes: hostile }));
  expect(await getRecord(ada.id, id)).toMatchObject({ artist: hostile, album: hostile, notes: hostile });
  expect((await listRecords(ada.id, { ...all, q: hostile.slice(0, 100) }, 10)).count).toBe(1);
  expect(await db.$count(record, eq(record.memberId, ada.id))).toBe(1);
});
