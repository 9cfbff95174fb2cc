import { randomUUID } from "node:crypto";
import { db } from "db/client.server";
import { block, member, record } from "db/schema";
import { eq, getTableColumns, sql } from "drizzle-orm";
import fc from "fast-check";
import { expect, test, vi } from "vitest";
import { decideOn } from "~/models/match/decision.server";
import { listRecordsInCommon } from "~/models/match/records-in-common.server";
import { RECORDS_MAX, recordsAfter } from "~/models/record/record";
import { addRecord, getRecord, listRecords, removeRecord, updateRecord } from "~/models/record/record.server";
import { recordInput, recordQuery } from "~/models/record/record-schema";
import { addMember, makeMatch } from "../../cast";

const blueTrain = { artist: "John Coltrane", album: "Blue Train", year: 1958, genre: "Jazz" };
const typed = (fields: Record<string, unknown> = {}) => recordInput.parse({ ...blueTrain, ...fields });
const all = recordQuery.parse({});

test("a record is vinyl and very good by default, from a form or JSON", () => {
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
    wanted: false,
  };
  expect(recordInput.parse({ ...names, ...blank })).toEqual(expected);
  expect(recordInput.parse(names)).toEqual(expected);
});

test("for any input, the schemas return a result and never throw", () => {
  fc.assert(
    fc.property(fc.object({ key: fc.constantFrom(...Object.keys(recordInput.shape)) }), (sent) => {
      recordInput.safeParse(sent);
      recordQuery.parse({ q: sent.artist, sort: sent.album, cursor: sent.year });
    }),
  );
});

test("a record sent several times is added once", async () => {
  const ada = await addMember("Ada");
  const id = randomUUID();
  await Promise.all(Array.from({ length: 5 }, () => addRecord(ada.id, typed({ id }))));
  const { records, count } = await listRecords(ada.id, all, 10);
  expect(count).toBe(1);
  expect(records[0]).toMatchObject({ id, ...blueTrain, format: "vinyl", condition: "very_good" });
});

test("different input with a used id is a conflict", async () => {
  const ada = await addMember("Ada");
  const { id } = await addRecord(ada.id, typed({ id: randomUUID() }));
  const others = [
    { album: "Giant Steps" },
    { year: "" },
    { format: "cd" },
    { notes: "Scratched" },
    { imageUrl: "https://covers.example/1.jpg" },
  ];
  for (const other of others) {
    await expect(addRecord(ada.id, typed({ id, ...other }))).rejects.toMatchObject({ code: "conflict" });
  }
  expect((await listRecords(ada.id, all, 10)).count).toBe(1);
});

test("a member can't read, change or delete another's record, or use its id", async () => {
  const [ada, ben] = [await addMember("Ada"), await addMember("Ben")];
  const { id } = await addRecord(ada.id, typed());
  const refused = { code: "absent" };
  expect(await getRecord(ben.id, id)).toBeUndefined();
  await expect(updateRecord(ben.id, id, typed({ album: "Mine" }))).rejects.toMatchObject(refused);
  await expect(removeRecord(ben.id, id)).rejects.toMatchObject(refused);
  await expect(addRecord(ben.id, typed({ id }))).rejects.toMatchObject({ code: "conflict" });
  expect(await getRecord(ada.id, id)).toMatchObject({ album: "Blue Train" });
});

test("a collection takes 20,000 records and not one more", async () => {
  const ada = await addMember("Ada");
  await addRecord(ada.id, recordInput.parse({ artist: "Low", album: "Hey What" }));
  const columns = Object.values(getTableColumns(record)).map(({ name }) => name);
  const copied = columns.map((name) => (name === "id" ? "lower(hex(randomblob(16)))" : `record.${name}`));
  const numbers = `with recursive n(x) as (select 1 union all select x + 1 from n where x < ${RECORDS_MAX - 2})`;
  await db.run(
    sql.raw(
      `insert into record (${columns}) ${numbers} select ${copied} from record, n where member_id = ${ada.id}`,
    ),
  );
  await addRecord(ada.id, recordInput.parse({ artist: "Pram", album: "Helium" }));
  await expect(
    addRecord(ada.id, recordInput.parse({ artist: "Can", album: "Landed" })),
  ).rejects.toMatchObject({ code: "conflict", message: "A collection can hold up to 20,000 records." });
});

test("a changed record is found by its new names, and a deleted one is gone", async () => {
  const ada = await addMember("Ada");
  const { id, createdAt } = await addRecord(ada.id, typed());
  const changed = await updateRecord(ada.id, id, typed({ album: "Giant Steps", year: null }));
  expect(changed).toMatchObject({ id, createdAt, album: "Giant Steps", year: null });
  expect((await listRecords(ada.id, { ...all, q: "giant" }, 10)).found).toBe(1);
  await removeRecord(ada.id, id);
  expect(await listRecords(ada.id, all, 10)).toMatchObject({ records: [], count: 0 });
});

test("records are searched in any spelling, sorted and paginated", async () => {
  const ada = await addMember("Ada");
  // Two of the same millisecond have no order.
  vi.useFakeTimers({ toFake: ["Date"] });
  const add = (fields: Record<string, unknown>) => {
    vi.setSystemTime(Date.now() + 1);
    return addRecord(ada.id, typed(fields));
  };
  await add({});
  await add({ artist: "Björk", album: "Début", year: 1993, genre: "Hip-Hop" });
  await add({ artist: "The Beatles", album: "Abbey Road", year: null, genre: "R&B" });
  const find = async (query: Record<string, unknown>, size = 10) =>
    (await listRecords(ada.id, recordQuery.parse(query), size)).records.map(({ artist }) => artist);
  expect(await find({ q: "bjork DEBUT" })).toEqual(["Björk"]);
  expect(await find({ q: "hip hop" })).toEqual(["Björk"]);
  expect(await find({ q: "r&b" })).toEqual(["The Beatles"]);
  expect(await find({ q: "%" })).toEqual([]);
  await add({ artist: "P!nk", album: "M!ssundaztood", year: 2001, genre: "Pop" });
  expect(await find({ q: "pink missundaztood" })).toEqual(["P!nk"]);
  expect(await find({ q: "p!nk" })).toEqual(["P!nk"]);
  await removeRecord(ada.id, (await listRecords(ada.id, all, 1)).records[0]?.id ?? "");
  expect(await find({ sort: "artist" })).toEqual(["The Beatles", "Björk", "John Coltrane"]);
  expect(await find({ sort: "album" })).toEqual(["The Beatles", "John Coltrane", "Björk"]);
  expect(await find({ sort: "year" })).toEqual(["John Coltrane", "Björk", "The Beatles"]);
  const { next } = await listRecords(ada.id, recordQuery.parse({ sort: "year" }), 2);
  expect(await find({ sort: "year", ...next }, 2)).toEqual(["The Beatles"]);
  expect(await find({ sort: "nonsense", cursor: "nonsense" }, 1)).toEqual(["The Beatles"]);
});

test("shared records are shown to matches only, in any format and spelling", async () => {
  const [ada, ben] = [await addMember("Ada"), await addMember("Ben")];
  await addRecord(ada.id, typed({ artist: "The Cure", album: "Disintegration" }));
  await addRecord(ada.id, typed({ artist: "The Cure", album: "Disintegration", format: "cassette" }));
  await addRecord(ada.id, typed());
  await addRecord(ben.id, typed({ artist: "Cure", album: "disintegration", format: "cd" }));
  const common = async () => (await listRecordsInCommon(ada.id, ben.id, 5)).records.map(({ album }) => album);
  expect(await common()).toEqual([]);
  await makeMatch(ada, ben);
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

test("the screen predicts the collection before it is saved", async () => {
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

test("hostile text is returned unchanged", async () => {
  const ada = await addMember("Ada");
  const hostile = `<img src=x onerror=alert(1)> ' " ; drop table record; -- \u202e 😀`;
  const { id } = await addRecord(ada.id, typed({ artist: hostile, album: hostile, notes: hostile }));
  expect(await getRecord(ada.id, id)).toMatchObject({ artist: hostile, album: hostile, notes: hostile });
  expect((await listRecords(ada.id, { ...all, q: hostile.slice(0, 100) }, 10)).count).toBe(1);
  expect(await db.$count(record, eq(record.memberId, ada.id))).toBe(1);
});
