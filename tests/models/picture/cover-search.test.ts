// The search for the covers that a collection lacks. The catalog's pace has a test of its own: here every turn comes at once.
import { randomUUID } from "node:crypto";
import { db } from "db/client.server";
import { catalogAnswer, catalogRelease, coverSearch, outbox, picture, record } from "db/schema";
import { and, eq, isNotNull } from "drizzle-orm";
import { beforeEach, expect, test, vi } from "vitest";
import { type Message, t } from "~/language/text";
import { COVERS_MAX, catalogErrors } from "~/models/catalog/catalog-messages";
import { addCover } from "~/models/catalog/cover.server";
import { takeTurn } from "~/models/pace.server";
import { removeOrphanedPictures } from "~/models/picture/picture.server";
import { coverSearchErrors } from "~/models/record/cover-search";
import { changeCoverSearch, findNextCover, getCoverSearch } from "~/models/record/cover-search.server";
import { addRecord, updateRecord } from "~/models/record/record.server";
import { prepareImport, runImport } from "~/models/record/record-import.server";
import { recordInput } from "~/models/record/record-schema";
import { addNewcomer } from "../../cast";
import { deleteRows } from "../../rows";
import { catalog } from "../catalog/fake-catalog";

vi.mock("~/models/pace.server", async (original) => ({
  ...(await original<typeof import("~/models/pace.server")>()),
  takeTurn: vi.fn(async () => true),
}));

const MINUTE_MS = 60_000;
const moon = { artist: "Pink Floyd", album: "The Dark Side of the Moon", format: "cd" };
const typed = (fields: Record<string, unknown>) => recordInput.parse(fields);

beforeEach(async () => {
  catalog.archive.fail(undefined);
  catalog.musicBrainz.fail(undefined);
  catalog.archive.requests.length = 0;
  catalog.musicBrainz.requests.length = 0;
  vi.mocked(takeTurn).mockClear();
  await db.delete(coverSearch);
  await db.delete(catalogAnswer);
  await db.delete(catalogRelease);
});

async function owner(...albums: Record<string, unknown>[]) {
  const member = await addNewcomer("Ada");
  for (const album of albums) await addRecord(member.id, typed(album));
  return member;
}
async function finish(now?: number) {
  while (await findNextCover(now));
}
const coversOf = (memberId: number) =>
  db.$count(record, and(eq(record.memberId, memberId), isNotNull(record.pictureId)));

test("60 imported records get what covers there are, one turn at the catalog each, with progress", async () => {
  const ada = await owner();
  const lines = Array.from({ length: 60 }, (_, i) => `The ${i} Band,${i % 10 ? "Bootleg" : "Album"} ${i},LP`);
  const prepared = await prepareImport(ada.id, Buffer.from(`Artist,Title,Format\n${lines.join("\n")}`));
  if (!("id" in prepared)) throw new Error("unreadable");
  await runImport(ada.id, prepared.id);
  expect(await getCoverSearch(ada.id)).toMatchObject({ status: "none", lacking: 60 });
  expect(await changeCoverSearch(ada.id, "start")).toMatchObject({ status: "running", done: 0, total: 60 });
  for (let i = 0; i < 40; i++) expect(await findNextCover()).toBe(true);
  expect(await getCoverSearch(ada.id)).toEqual({
    status: "running",
    done: 40,
    found: await coversOf(ada.id),
    total: 60,
    lacking: 60 - (await coversOf(ada.id)),
  });
  await finish();
  expect(await getCoverSearch(ada.id)).toEqual({
    status: "finished",
    done: 60,
    found: 6,
    total: 60,
    lacking: 54,
  });
  expect(vi.mocked(takeTurn).mock.calls.filter(([service]) => service === "musicbrainz")).toHaveLength(60);
  expect(catalog.musicBrainz.requests).toHaveLength(60);
  const covers = db.$count(outbox, and(eq(outbox.recipientId, ada.id), eq(outbox.kind, "progress")));
  expect(await covers).toBe(62);
});

test("the cover is that of the same album, preferably in the same format, and never another album's", async () => {
  const ada = await owner(
    moon,
    { artist: "Pink", album: "The Dark Side" },
    { artist: "Nobody", album: "Silence" },
  );
  await changeCoverSearch(ada.id, "start");
  await finish();
  expect(await getCoverSearch(ada.id)).toMatchObject({ status: "finished", done: 3, found: 1, lacking: 2 });
  const [found] = await db
    .select({ releaseId: picture.releaseId })
    .from(picture)
    .innerJoin(record, eq(record.pictureId, picture.id))
    .where(eq(record.memberId, ada.id));
  expect(found?.releaseId).toBe("24824319-9bb8-3d1e-a2c5-b8b864dafd1b");
});

test("a release without a cover gives way to another one of the same album", async () => {
  const ada = await owner({ ...moon, format: "cassette" });
  await changeCoverSearch(ada.id, "start");
  await finish();
  expect(await coversOf(ada.id)).toBe(1);
  expect(catalog.archive.requests[0]).toBe("GET /release/7b4cf3e5-0d3e-4b5e-a2d0-3f2e6b3a6a01/front-500");
});

test("a release that the archive refuses gives way to another one of the same album", async () => {
  const ada = await owner({ ...moon, format: "cassette" });
  catalog.archive.fail("forbidding", "/release/7b4cf3e5");
  await changeCoverSearch(ada.id, "start");
  await finish();
  expect(await coversOf(ada.id)).toBe(1);
});

test("records that have a cover keep it, also one that is given meanwhile", async () => {
  const own = {
    artist: "Can",
    album: "Future Days",
    imageUrl: "https://example.org/days.jpg",
    id: randomUUID(),
  };
  const late = { artist: "Can", album: "Tago Mago", id: randomUUID() };
  const ada = await owner(own, late);
  await changeCoverSearch(ada.id, "start");
  vi.mocked(takeTurn).mockImplementationOnce(async () => {
    await updateRecord(ada.id, late.id, typed({ ...late, imageUrl: "https://example.org/mago.jpg" }));
    return true;
  });
  await finish();
  expect(await getCoverSearch(ada.id)).toMatchObject({ total: 1, done: 1, found: 0, lacking: 0 });
  const urls = await db
    .select({ url: record.externalImageUrl })
    .from(record)
    .where(eq(record.memberId, ada.id));
  expect(urls.map(({ url }) => url).sort()).toEqual([
    "https://example.org/days.jpg",
    "https://example.org/mago.jpg",
  ]);
});

test("only records on the shelf are counted and looked up, wanted ones once they are there", async () => {
  const wish = { artist: "Can", album: "Landed", wanted: true, id: randomUUID() };
  const ada = await owner(moon, wish);
  expect(await getCoverSearch(ada.id)).toMatchObject({ lacking: 1 });
  expect(await changeCoverSearch(ada.id, "start")).toMatchObject({ total: 1 });
  await finish();
  expect(await getCoverSearch(ada.id)).toMatchObject({ done: 1, found: 1, lacking: 0 });
  await updateRecord(ada.id, wish.id, typed({ ...wish, wanted: false }));
  expect(await getCoverSearch(ada.id)).toMatchObject({ lacking: 1 });
});

test("it pauses and goes on where it stopped; what is so already changes nothing", async () => {
  const ada = await owner(moon, { artist: "Can", album: "Landed" }, { artist: "Can", album: "Flow Motion" });
  await changeCoverSearch(ada.id, "start");
  expect(await findNextCover()).toBe(true);
  for (let i = 0; i < 2; i++)
    expect(await changeCoverSearch(ada.id, "pause")).toMatchObject({ status: "paused", done: 1 });
  expect(await findNextCover()).toBe(false);
  for (let i = 0; i < 2; i++)
    expect(await changeCoverSearch(ada.id, "resume")).toMatchObject({ status: "running", done: 1, total: 3 });
  expect(await changeCoverSearch(ada.id, "start")).toMatchObject({ status: "running", done: 1 });
  await finish();
  expect(await getCoverSearch(ada.id)).toMatchObject({ status: "finished", done: 3 });
});

test("there is nothing to start without a cover that lacks, and nothing to pause without a search", async () => {
  const ada = await owner();
  const refused = (reason: Message) => ({ code: "conflict", message: t(reason) });
  await expect(changeCoverSearch(ada.id, "start")).rejects.toMatchObject(
    refused(coverSearchErrors.nothingLacking),
  );
  for (const step of ["pause", "resume"] as const)
    await expect(changeCoverSearch(ada.id, step)).rejects.toMatchObject(
      refused(coverSearchErrors.notRunning),
    );
});

test("it ends with the cover that is a member's last, and starts no more", async () => {
  const { id } = await owner(moon, { ...moon, format: "vinyl" });
  const copies = Array.from({ length: COVERS_MAX - 1 }, () => ({
    ...{ id: randomUUID(), ownerId: id, releaseId: "another", createdAt: new Date(), madeAt: new Date() },
  }));
  await db.insert(picture).values(copies);
  await changeCoverSearch(id, "start");
  await finish();
  expect(await getCoverSearch(id)).toMatchObject({ status: "finished", done: 1, found: 1, lacking: 1 });
  const refusal = { code: "conflict", message: t(catalogErrors.tooManyCovers) };
  await expect(changeCoverSearch(id, "start")).rejects.toMatchObject(refusal);
  const [release] = await db.select().from(catalogRelease);
  await expect(addCover(id, release?.id ?? "")).rejects.toMatchObject(refusal);
  await deleteRows(picture, { releaseId: "another" });
});

test("members take turns, whoever began first", async () => {
  const albums = Array.from({ length: 4 }, (_, i) => ({ artist: "Neu!", album: `Neu ${i}` }));
  const [ada, ben] = [await owner(...albums), await owner(...albums.slice(0, 2))];
  await changeCoverSearch(ada.id, "start");
  for (let i = 0; i < 2; i++) await findNextCover(Date.now() + i);
  await changeCoverSearch(ben.id, "start");
  for (let i = 0; i < 4; i++) await findNextCover(Date.now() + 10 + i);
  expect([await coversOf(ada.id), await coversOf(ben.id)]).toEqual([4, 2]);
});

test("two machines never look up the same record", async () => {
  const albums = Array.from({ length: 6 }, (_, i) => ({ artist: "Faust", album: `Faust ${i}` }));
  const ada = await owner(...albums);
  await changeCoverSearch(ada.id, "start");
  const machine = async () => {
    for (let i = 0; i < 8; i++) await findNextCover();
  };
  await Promise.all([machine(), machine()]);
  await finish();
  expect(await getCoverSearch(ada.id)).toMatchObject({ done: 6, found: 6 });
  expect(new Set(catalog.musicBrainz.requests).size).toBe(6);
  expect(catalog.musicBrainz.requests).toHaveLength(6);
});

test("what a machine that died left half done, another one does a minute later", async () => {
  const ada = await owner(moon);
  await changeCoverSearch(ada.id, "start");
  vi.mocked(takeTurn).mockRejectedValueOnce(new Error("killed"));
  await expect(findNextCover()).rejects.toThrow("killed");
  expect(await findNextCover(Date.now() + 50_000)).toBe(false);
  expect(await getCoverSearch(ada.id)).toMatchObject({ status: "running", done: 0 });
  await finish(Date.now() + 61_000);
  expect(await getCoverSearch(ada.id)).toMatchObject({ status: "finished", done: 1, found: 1 });
});

test("a catalog without a free turn costs no attempt", async () => {
  const ada = await owner(moon);
  await changeCoverSearch(ada.id, "start");
  vi.mocked(takeTurn).mockResolvedValue(false);
  for (let i = 0; i < 10; i++) expect(await findNextCover()).toBe(false);
  vi.mocked(takeTurn).mockResolvedValue(true);
  await finish();
  expect(await getCoverSearch(ada.id)).toMatchObject({ status: "finished", found: 1 });
});

test("a search started anew looks again for what was not found", async () => {
  const ada = await owner({ artist: "Nobody", album: "Silence" });
  await changeCoverSearch(ada.id, "start");
  await finish();
  expect(await changeCoverSearch(ada.id, "start")).toMatchObject({ status: "running", done: 0, total: 1 });
  await removeOrphanedPictures();
  await finish();
  expect(await getCoverSearch(ada.id)).toMatchObject({ status: "finished", found: 0 });
});

// The last test, because it opens the archive's circuit breaker.
test("while the catalog or the archive is down the record waits, longer each time, and nobody else does", async () => {
  const [ada, ben] = [await owner(moon), await owner({ artist: "Can", album: "Ege Bamyasi" })];
  await changeCoverSearch(ada.id, "start");
  catalog.archive.fail("broken");
  let now = Date.now();
  await findNextCover(now);
  expect(await findNextCover(now + 14_000)).toBe(false);
  catalog.archive.fail(undefined);
  await changeCoverSearch(ben.id, "start");
  expect(await findNextCover(now + 14_000)).toBe(true);
  expect([await coversOf(ada.id), await coversOf(ben.id)]).toEqual([0, 1]);
  catalog.archive.fail("broken");
  for (const minutes of [1, 2, 8, 25]) {
    now += minutes * MINUTE_MS;
    await finish(now);
  }
  expect(await getCoverSearch(ada.id)).toMatchObject({ done: 1, found: 0 });
});
