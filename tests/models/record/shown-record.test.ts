import { randomUUID } from "node:crypto";
import { db } from "db/client.server";
import { block, member, record } from "db/schema";
import { eq } from "drizzle-orm";
import { expect, test } from "vitest";
import type { Member } from "~/models/member/member.server";
import { addPlaylist, updatePlaylist } from "~/models/playlist/playlist.server";
import { listShownPlaylists } from "~/models/playlist/playlist-list.server";
import { playlistInput } from "~/models/playlist/playlist-schema";
import { recordInput, recordKeys } from "~/models/record/record-schema";
import {
  listRecordsOnCards,
  listShownRecords,
  setCollectionShown,
} from "~/models/record/shown-record.server";
import { addMember, makeMatch } from "../../cast";
import { plansOf } from "../../matching/plans";

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
  db.update(member).set(columns).where(eq(member.id, whom.id));

test("a member's records are theirs alone until they show them, newest first and without notes", async () => {
  const [ada, ben] = [await addMember("Ada"), await addMember("Ben")];
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

test("who can't see a member doesn't see the collection either", async () => {
  const [ada, ben, cleo] = [await addMember("Ada"), await addMember("Ben"), await addMember("Cleo")];
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
  const [ada, ben] = [await addMember("Ada"), await addMember("Ben")];
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
  const ada = await addMember("Ada");
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
