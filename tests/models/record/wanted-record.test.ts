// Records that one looks for: apart from those one owns, and who learns that somebody owns one.
import { randomUUID } from "node:crypto";
import { db } from "db/client.server";
import { member, notification, record } from "db/schema";
import { beforeEach, expect, test } from "vitest";
import { getArtistPage } from "~/models/artist/artist-page.server";
import { listOpeners } from "~/models/conversation/openers.server";
import { decideOn } from "~/models/match/decision.server";
import { findNewRecordInCommon, listRecordsInCommon } from "~/models/match/records-in-common.server";
import type { Member } from "~/models/member/member.server";
import { countUnreadNotifications, listNotifications } from "~/models/notification/notification.server";
import {
  addRecord,
  getRecord,
  listRecords,
  moveToOwned,
  readRecordQuery,
  updateRecord,
} from "~/models/record/record.server";
import { prepareImport, runImport } from "~/models/record/record-import.server";
import { recordInput, recordKeys } from "~/models/record/record-schema";
import {
  listRecordsOnCards,
  listShownRecords,
  setCollectionShown,
} from "~/models/record/shown-record.server";
import { listWantedOnCards, listWantedRecords } from "~/models/record/wanted-record.server";
import { blockMember } from "~/models/safety/block.server";
import { addMember, makeMatch } from "../../cast";
import { plansOf } from "../../matching/plans";
import { changeRows, countRows } from "../../rows";

beforeEach(async () => {
  await db.delete(notification);
});

const typed = (album: string, fields: object = {}) => recordInput.parse({ artist: "Pram", album, ...fields });
const own = (who: Member, album: string, fields: object = {}) => addRecord(who.id, typed(album, fields));
const want = (who: Member, album: string, fields: object = {}) =>
  own(who, album, { wanted: true, ...fields });

/** The albums of a member's owned or wanted records, newest first. */
async function albums(who: Member, query = "") {
  const { records } = await listRecords(who.id, readRecordQuery(`http://here/records?${query}`), 10);
  return records.map(({ album }) => album);
}

async function wantedOf(viewer: Member, other: Member) {
  const { theirs, yours } = await listWantedRecords(viewer.id, other.id, 5);
  return [theirs, yours].map(({ records }) => records.map(({ album }) => album));
}

async function onCard(viewer: Member, other: Member) {
  return (await listWantedOnCards(viewer.id, [other.id])).get(other.id);
}

async function news(who: Member) {
  const { notifications } = await listNotifications(who.id, {});
  return notifications.filter(({ kind }) => kind === "wanted").map(({ text, url }) => [text, url]);
}

/** Two members who match, the second with a shelf that others see. */
async function makePair({ isMatch = true } = {}) {
  const [ada, ben] = [await addMember("Ada"), await addMember("Ben")];
  await setCollectionShown(ben.id, true);
  if (isMatch) await makeMatch(ada, ben);
  await db.delete(notification);
  return [ada, ben] as const;
}

test("owned and wanted records are listed, searched and counted apart", async () => {
  const ada = await addMember("Ada");
  await own(ada, "Helium");
  await want(ada, "Gash");
  const wanted = await want(ada, "The Museum of Imaginary Animals");
  expect(wanted.wanted).toBe(true);
  expect(await albums(ada)).toEqual(["Helium"]);
  expect(await albums(ada, "wanted=true")).toEqual(["The Museum of Imaginary Animals", "Gash"]);
  expect(await albums(ada, "wanted=true&q=gash&sort=artist")).toEqual(["Gash"]);
  expect(await albums(ada, "wanted=perhaps&q=gash")).toEqual([]);
  const { count } = await listRecords(ada.id, readRecordQuery("http://here/?wanted=true&q=gash"), 10);
  expect(count).toBe(2);
});

test("a wanted record becomes an owned one, the newest, and a second one of the album goes", async () => {
  const [ada, ben] = [await addMember("Ada"), await addMember("Ben")];
  const { id } = await want(ada, "Gash", { notes: "First pressing" });
  await own(ada, "Helium");
  await expect(moveToOwned(ben.id, id)).toBeRefused("absent");
  await moveToOwned(ada.id, id);
  await moveToOwned(ada.id, id);
  expect(await albums(ada)).toEqual(["Gash", "Helium"]);
  expect(await getRecord(ada.id, id)).toMatchObject({ wanted: false, notes: "First pressing" });
  const again = await want(ada, "Gash");
  await moveToOwned(ada.id, again.id);
  expect([await albums(ada), await albums(ada, "wanted=true")]).toEqual([["Gash", "Helium"], []]);
  const onTape = await want(ada, "Gash", { format: "cassette" });
  await moveToOwned(ada.id, onTape.id);
  expect(await albums(ada)).toEqual(["Gash", "Gash", "Helium"]);
});

test("wanted records are on no shelf, no card and no artist's page, and in common with nobody", async () => {
  const [ada, ben] = await makePair();
  const since = new Date(0);
  for (const [one, other] of [
    [ada, ben],
    [ben, ada],
  ] as const) {
    await db.delete(record);
    await own(one, "Gash");
    await want(other, "Gash");
    expect(await listRecordsInCommon(ada.id, ben.id, 5)).toEqual({ records: [], count: 0 });
    expect(await findNewRecordInCommon(ada.id, since)).toBeUndefined();
    const { page } = await getArtistPage(ada.id, "pram");
    expect(page.records.own).toHaveLength(one === ada ? 1 : 0);
    expect(page.records.shelves).toHaveLength(one === ben ? 1 : 0);
  }
  expect(await listShownRecords(ada.id, ben.id, 6)).toMatchObject({ count: 1 });
  await db.delete(record);
  await want(ben, "Gash");
  await want(ben, "Helium");
  expect(await listShownRecords(ada.id, ben.id, 1)).toEqual({ records: [], count: 0 });
  expect(await listRecordsOnCards(ada.id, [ben.id], 6)).toEqual(new Map());
});

test("a member who wants a record sees who owns and shows it, in any format, and what that owner wants", async () => {
  const [ada, ben] = await makePair({ isMatch: false });
  await own(ben, "Gash", { format: "cd" });
  await own(ben, "Helium");
  await own(ben, "Helium", { format: "cd" });
  await own(ben, "Sargasso Sea");
  await want(ada, "gash");
  // The two could be of the same millisecond.
  await changeRows(record, { memberId: ada.id, album: "gash" }, { createdAt: new Date(0) });
  await want(ada, "Helium");
  await own(ada, "Sargasso Sea");
  await want(ben, "Sargasso Sea", { format: "cassette" });
  expect(await wantedOf(ada, ben)).toEqual([["gash", "Helium"], ["Sargasso Sea"]]);
  expect((await listWantedRecords(ada.id, ben.id, 1)).theirs).toMatchObject({ records: [{}], count: 2 });
  expect(await onCard(ada, ben)).toEqual({ artist: "Pram", album: "Helium", more: 1 });
  // Ada shows nothing, so Ben learns nothing of hers.
  expect(await wantedOf(ben, ada)).toEqual([[], []]);
  expect(await onCard(ben, ada)).toBeUndefined();
  await setCollectionShown(ben.id, false);
  expect([await wantedOf(ada, ben), await onCard(ada, ben)]).toEqual([[[], []], undefined]);
  await setCollectionShown(ben.id, true);
  await blockMember(ben.id, ada.id);
  expect([await wantedOf(ada, ben), await onCard(ada, ben)]).toEqual([[[], []], undefined]);
});

test("neither the paused nor the suspended tell what they own", async () => {
  const [ada, ben] = await makePair({ isMatch: false });
  await own(ben, "Gash");
  await want(ada, "Gash");
  for (const gone of ["pausedAt", "suspendedAt"] as const) {
    await changeRows(member, { id: ben.id }, { [gone]: new Date() });
    expect([await wantedOf(ada, ben), await onCard(ada, ben)]).toEqual([[[], []], undefined]);
    await changeRows(member, { id: ben.id }, { [gone]: null });
  }
  expect(await wantedOf(ada, ben)).toEqual([["Gash"], []]);
});

test("an opener speaks of it", async () => {
  const [ada, ben] = await makePair();
  await own(ben, "Gash");
  await want(ada, "Gash");
  const opener = "“Gash” by Pram is on my wishlist. How did you find your copy?";
  expect(await listOpeners(ada.id, ben.id)).toContain(opener);
  expect((await listOpeners(ben.id, ada.id)).join()).not.toContain("Gash");
});

test("a match who adds a record is told of to the one who looks for it, once while unread", async () => {
  const [ada, ben] = await makePair();
  await want(ada, "Gash");
  await want(ada, "Helium");
  await own(ben, "Sargasso Sea");
  expect(await news(ada)).toEqual([]);
  await own(ben, "Gash");
  await own(ben, "Helium");
  expect(await news(ada)).toEqual([["Ben owns a record you're looking for.", `/members/${ben.id}`]]);
  expect(await countUnreadNotifications(ada.id)).toBe(1);
  expect(await news(ben)).toEqual([]);
  await setCollectionShown(ben.id, false);
  expect([await news(ada), await countUnreadNotifications(ada.id)]).toEqual([[], 0]);
  await setCollectionShown(ben.id, true);
  await decideOn(ben.id, { targetUserId: ada.id, liked: false });
  expect(await news(ada)).toEqual([]);
});

test.each([
  ["a block by the owner", (ada: Member, ben: Member) => blockMember(ben.id, ada.id)],
  ["a block by who looks for it", (ada: Member, ben: Member) => blockMember(ada.id, ben.id)],
  ["an unmatch", (ada: Member, ben: Member) => decideOn(ada.id, { targetUserId: ben.id, liked: false })],
])("%s takes the news away, and brings none later", async (_, act) => {
  const [ada, ben] = await makePair();
  await want(ada, "Gash");
  await own(ben, "Gash");
  expect(await news(ada)).toHaveLength(1);
  await act(ada, ben);
  expect([await news(ada), await countUnreadNotifications(ada.id)]).toEqual([[], 0]);
  await db.delete(notification);
  await own(ben, "Helium");
  await want(ada, "Helium");
  await want(ada, "Sargasso Sea");
  await own(ben, "Sargasso Sea");
  expect(await countRows(notification, { kind: "wanted" })).toBe(0);
  expect(await wantedOf(ada, ben)).toEqual([[], []]);
});

test("a member who adds a wanted record, by hand or from a file, is told which match owns it", async () => {
  const [ada, ben] = await makePair();
  await own(ben, "Gash");
  await own(ben, "Helium");
  expect(await news(ada)).toEqual([]);
  await want(ada, "Gash");
  expect(await news(ada)).toHaveLength(1);
  await db.delete(notification);
  const file = Buffer.from("Artist,Title\nPram,Gash\nPram,Helium\nPram,Iron Lung");
  const prepared = await prepareImport(ada.id, file, undefined, true);
  expect(await runImport(ada.id, "id" in prepared ? prepared.id : "")).toBe(2);
  expect(await albums(ada, "wanted=true")).toEqual(["Helium", "Iron Lung", "Gash"]);
  expect(await news(ada)).toHaveLength(1);
});

test("nobody hears of a shelf that is hidden, of strangers, or of what has been there", async () => {
  const [ada, ben] = await makePair({ isMatch: false });
  await want(ada, "Gash");
  await own(ben, "Gash");
  await makeMatch(ada, ben);
  expect(await news(ada)).toEqual([]);
  await setCollectionShown(ben.id, false);
  await want(ada, "Helium");
  await own(ben, "Helium");
  expect(await countRows(notification, { kind: "wanted" })).toBe(0);
});

test("a record that was wanted and is now there is told of like a new one", async () => {
  const [ada, ben] = await makePair();
  await want(ada, "Gash");
  await want(ada, "Helium");
  const gash = await want(ben, "Gash");
  const helium = await want(ben, "Helium");
  expect(await news(ada)).toEqual([]);
  await moveToOwned(ben.id, gash.id);
  expect(await news(ada)).toHaveLength(1);
  await db.delete(notification);
  await updateRecord(ben.id, helium.id, typed("Helium"));
  expect(await news(ada)).toHaveLength(1);
});

test("a member hears of at most three owners of a record", async () => {
  const ada = await addMember("Ada");
  for (const name of ["Ben", "Cleo", "Dan", "Otis", "Ben"]) {
    const other = await addMember(name);
    await setCollectionShown(other.id, true);
    await makeMatch(ada, other);
    await own(other, "Gash");
  }
  await db.delete(notification);
  await want(ada, "Gash");
  expect(await news(ada)).toHaveLength(3);
});

test("nothing is looked through but the records of the two, and on cards the viewer's newest", async () => {
  const [ada, ben] = await makePair();
  const rows = Array.from({ length: 120 }, (_, index) => {
    const fields = typed(`Album ${index}`, { wanted: true });
    const createdAt = new Date(Date.UTC(2026, 0, 1) + index);
    return { ...fields, ...recordKeys(fields), id: randomUUID(), memberId: ada.id, createdAt };
  });
  await db.insert(record).values(rows);
  await own(ben, "Album 3");
  expect(await onCard(ada, ben)).toBeUndefined();
  await own(ben, "Album 60");
  expect(await onCard(ada, ben)).toMatchObject({ album: "Album 60", more: 0 });
  expect(await wantedOf(ada, ben)).toEqual([["Album 3", "Album 60"], []]);
  const steps = await plansOf(async () => {
    await listWantedRecords(ada.id, ben.id, 5);
    await listWantedOnCards(ada.id, [ben.id]);
    await own(ben, "Album 70");
    await news(ada);
  });
  expect(steps.filter((step) => /^SCAN (record|owned|theirs|newest|member|match)\b/.test(step))).toEqual([]);
  expect(steps.filter((step) => step.includes(" owned "))).not.toEqual([]);
  for (const step of steps.filter((step) => step.includes(" owned ")))
    expect(step).toMatch(
      /COVERING INDEX record_album \(member_id=\? AND artist_key=\? AND album_key=\? AND wanted=\?\)/,
    );
});
