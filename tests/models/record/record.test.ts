import { randomUUID } from "node:crypto";
import { db } from "db/client.server";
import { block, member, record } from "db/schema";
import { getTableColumns, sql } from "drizzle-orm";
import fc from "fast-check";
import { expect, test, vi } from "vitest";
import { decideOn } from "~/models/match/decision.server";
import { listRecordsInCommon } from "~/models/match/records-in-common.server";
import type { Member } from "~/models/member/member.server";
import { addPlaylist, updatePlaylist } from "~/models/playlist/playlist.server";
import { listShownPlaylists } from "~/models/playlist/playlist-list.server";
import { playlistInput } from "~/models/playlist/playlist-schema";
import { RECORDS_MAX, recordsAfter } from "~/models/record/record";
import { addRecord, getRecord, listRecords, removeRecord, updateRecord } from "~/models/record/record.server";
import { recordInput, recordKeys, recordQuery } from "~/models/record/record-schema";
import {
  listRecordsOnCards,
  listShownRecords,
  setCollectionShown,
} from "~/models/record/shown-record.server";
import { ada, addMember, ben, freshCast, makeMatch } from "../../cast";
import { plansOf } from "../../matching/plans";
import { changeRows, countRows, deleteRows } from "../../rows";

freshCast("ada", "ben");

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
  const id = randomUUID();
  await Promise.all(Array.from({ length: 5 }, () => addRecord(ada.id, typed({ id }))));
  const { records, count } = await listRecords(ada.id, all, 10);
  expect(count).toBe(1);
  expect(records[0]).toMatchObject({ id, ...blueTrain, format: "vinyl", condition: "very_good" });
});

test("different input with a used id is a conflict", async () => {
  const { id } = await addRecord(ada.id, typed({ id: randomUUID() }));
  const others = [
    { album: "Giant Steps" },
    { year: "" },
    { format: "cd" },
    { notes: "Scratched" },
    { imageUrl: "https://covers.example/1.jpg" },
  ];
  for (const other of others) {
    await expect(addRecord(ada.id, typed({ id, ...other }))).toBeRefused("conflict");
  }
  expect((await listRecords(ada.id, all, 10)).count).toBe(1);
});

test("a member can't read, change or delete another's record, or use its id", async () => {
  const { id } = await addRecord(ada.id, typed());
  const refused = { code: "absent" };
  expect(await getRecord(ben.id, id)).toBeUndefined();
  await expect(updateRecord(ben.id, id, typed({ album: "Mine" }))).rejects.toMatchObject(refused);
  await expect(removeRecord(ben.id, id)).rejects.toMatchObject(refused);
  await expect(addRecord(ben.id, typed({ id }))).toBeRefused("conflict");
  expect(await getRecord(ada.id, id)).toMatchObject({ album: "Blue Train" });
});

test("a collection takes 20,000 records and not one more", async () => {
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
  await expect(addRecord(ada.id, recordInput.parse({ artist: "Can", album: "Landed" }))).toBeRefused(
    "conflict",
    "A collection can hold up to 20,000 records.",
  );
});

test("a changed record is found by its new names, and a deleted one is gone", async () => {
  const { id, createdAt } = await addRecord(ada.id, typed());
  const changed = await updateRecord(ada.id, id, typed({ album: "Giant Steps", year: null }));
  expect(changed).toMatchObject({ id, createdAt, album: "Giant Steps", year: null });
  expect((await listRecords(ada.id, { ...all, q: "giant" }, 10)).found).toBe(1);
  await removeRecord(ada.id, id);
  expect(await listRecords(ada.id, all, 10)).toMatchObject({ records: [], count: 0 });
});

test("records are searched in any spelling, sorted and paginated", async () => {
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
  await deleteRows(block, { memberId: ben.id });
  await changeRows(member, { id: ben.id }, { deletedAt: new Date() });
  expect(await common()).toEqual([]);
  await changeRows(member, { id: ben.id }, { deletedAt: null });
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
  const hostile = `<img src=x onerror=alert(1)> ' " ; drop table record; -- \u202e 😀`;
  const { id } = await addRecord(ada.id, typed({ artist: hostile, album: hostile, notes: hostile }));
  expect(await getRecord(ada.id, id)).toMatchObject({ artist: hostile, album: hostile, notes: hostile });
  expect((await listRecords(ada.id, { ...all, q: hostile.slice(0, 100) }, 10)).count).toBe(1);
  expect(await countRows(record, { memberId: ada.id })).toBe(1);
});

/** Adds records to a collection, the last of them newest. */
async function addRecords(owner: Member, albums: string[], cover: Partial<typeof record.$inferInsert> = {}) {
  const rows = albums.map((album, index) => {
    const fields = recordInput.parse({ artist: "Pram", album, notes: "Private note" });
    const createdAt = new Date(Date.UTC(2026, 0, 1) + index);
    return { ...fields, ...recordKeys(fields), id: randomUUID(), memberId: owner.id, createdAt, ...cover };
  });
  await db.insert(record).values(rows);
}

async function onPage(viewer: Member, owner: Member) {
  const { records, count } = await listShownRecords(viewer.id, owner.id, 2);
  return { albums: records.map(({ album }) => album), count };
}

async function onCard(viewer: Member, owner: Member) {
  const records = await listRecordsOnCards(viewer.id, [owner.id], 2);
  return records.get(owner.id)?.map(({ album }) => album);
}

const change = (whom: Member, columns: Partial<typeof member.$inferInsert>) =>
  changeRows(member, { id: whom.id }, columns);

test("a member's records are theirs alone until they show them, newest first and without notes", async () => {
  await addRecords(ben, ["Gash", "Helium", "Sargasso Sea"], {
    externalImageUrl: "https://covers.example/1.png",
  });
  expect(await onPage(ada, ben)).toEqual({ albums: [], count: 0 });
  expect(await onCard(ada, ben)).toBeUndefined();
  await setCollectionShown(ben.id, true);
  expect(await onPage(ada, ben)).toEqual({ albums: ["Sargasso Sea", "Helium"], count: 3 });
  expect(await onCard(ada, ben)).toEqual(["Sargasso Sea", "Helium"]);
  const { records } = await listShownRecords(ada.id, ben.id, 1);
  expect(records).toEqual([
    { id: expect.any(String), artist: "Pram", album: "Sargasso Sea", format: "vinyl", imageUrl: null },
  ]);
  await setCollectionShown(ben.id, false);
  expect(await onPage(ada, ben)).toEqual({ albums: [], count: 0 });
});

test("a viewer who can't see a member doesn't see the collection, either", async () => {
  const cleo = await addMember("Cleo");
  await addRecords(ben, ["Helium"]);
  await addPlaylist(ben.id, playlistInput.parse({ name: "Open", isPublic: true }));
  await setCollectionShown(ben.id, true);
  await makeMatch(ada, ben);
  const seen = async (viewer: Member) => [
    (await onPage(viewer, ben)).albums.length,
    (await listShownPlaylists(viewer.id, ben.id, 5)).length,
    (await onCard(viewer, ben))?.length ?? 0,
  ];
  expect([await seen(ada), await seen(cleo)]).toEqual([
    [1, 1, 1],
    [1, 1, 1],
  ]);
  // Matches keep the page of a paused or hidden member, whom Discover leaves out.
  for (const column of ["pausedAt", "hiddenAt"] as const) {
    await change(ben, { [column]: new Date() });
    expect([await seen(ada), await seen(cleo)]).toEqual([
      [1, 1, 0],
      [0, 0, 0],
    ]);
    await change(ben, { [column]: null });
  }
  for (const column of ["suspendedAt", "deletedAt"] as const) {
    await change(ben, { [column]: new Date() });
    expect(await seen(ada)).toEqual([0, 0, 0]);
    await change(ben, { [column]: null });
  }
  await db.insert(block).values({ memberId: ben.id, targetId: cleo.id, createdAt: new Date() });
  expect([await seen(ada), await seen(cleo)]).toEqual([
    [1, 1, 1],
    [0, 0, 0],
  ]);
});

test("only public playlists of one's own are on one's page", async () => {
  const typed = (name: string, isPublic: boolean) => playlistInput.parse({ name, isPublic });
  const open = await addPlaylist(ben.id, typed("Open", true));
  await addPlaylist(ben.id, typed("Closed", false));
  const names = async () => (await listShownPlaylists(ada.id, ben.id, 5)).map(({ name }) => name);
  expect(await names()).toEqual([]);
  await setCollectionShown(ben.id, true);
  expect(await names()).toEqual(["Open"]);
  await updatePlaylist(ben.id, open.id, typed("Open", false));
  expect(await names()).toEqual([]);
});

test("the records of all cards are read by one statement, each collection from its newest end", async () => {
  const owners = [await addMember("Ben"), await addMember("Cleo"), await addMember("Dan")];
  for (const owner of owners) {
    await addRecords(owner, ["Helium", "Gash", "Sargasso Sea"]);
    await setCollectionShown(owner.id, true);
  }
  const ids = owners.map(({ id }) => id);
  const records = await listRecordsOnCards(ada.id, ids, 2);
  expect(ids.map((id) => records.get(id)?.length)).toEqual([2, 2, 2]);
  const steps = await plansOf(() => listRecordsOnCards(ada.id, ids, 2));
  expect(steps.filter((step) => /^SCAN (?!json_each)/.test(step))).toEqual([]);
  expect(steps).toEqual(
    expect.arrayContaining([
      expect.stringMatching(/^SEARCH member USING INTEGER PRIMARY KEY/),
      expect.stringMatching(
        /^SEARCH newest USING (COVERING )?INDEX record_age \(member_id=\? AND wanted=\?\)/,
      ),
      expect.stringMatching(/^SEARCH record USING INDEX sqlite_autoindex_record_1 \(id=\?\)/),
    ]),
  );
  // Sorted are the few that were found, not the collections.
  expect(steps.filter((step) => step.includes("TEMP B-TREE"))).toEqual(["USE TEMP B-TREE FOR ORDER BY"]);
});
