// Collections on Discogs: what is read of them, in pages, through failures and changes, and what comes a second time.
import { db } from "db/client.server";
import { discogsImport, record } from "db/schema";
import { and, eq } from "drizzle-orm";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, onTestFinished, test } from "vitest";
import { MINUTE_MS } from "~/durations";
import { env } from "~/env.server";
import { readListPage } from "~/integrations/discogs.server";
import { pauseService } from "~/integrations/outside-service.server";
import { t } from "~/language/text";
import type { Member } from "~/models/member/member.server";
import { discogsErrors, wantlistErrors } from "~/models/record/discogs-import";
import { getDiscogsImport, readNextPage, startDiscogsImport } from "~/models/record/discogs-import.server";
import { discogsInput } from "~/models/record/discogs-import-schema";
import { listLeftRecords, removeLeftRecords } from "~/models/record/discogs-left.server";
import { IMPORT_MAX } from "~/models/record/record";
import { addRecord } from "~/models/record/record.server";
import { getImport, runImport } from "~/models/record/record-import.server";
import { recordInput } from "~/models/record/record-schema";
import { ada, addMember, freshCast } from "../../cast";
import { artist, makeCopy, startDiscogs } from "../../fakes/discogs";
import { startService } from "../../fakes/service";
import { freeTurns } from "../../free-turns";
import { countRows, rowsOf } from "../../rows";

freshCast("ada");

let discogs: Awaited<ReturnType<typeof startDiscogs>>;
beforeAll(async () => {
  discogs = await startDiscogs();
  env.catalog.contact = "ops@b-side.example";
  await freeTurns();
});
beforeEach(async () => {
  await db.delete(discogsImport);
});
afterEach(() => {
  discogs.fail(undefined);
  discogs.limit.remaining = 60;
  discogs.hooks.beforePage = () => {};
  discogs.hooks.cutPage = (_page, items) => items;
  env.discogs.token = undefined;
  resumeServices();
});
afterAll(() => discogs.close());

/** Ends the pause that it has asked for. */
const resumeServices = () => pauseService(new URL(discogs.address), 0);
const start = (memberId: number, username: string, wanted = false) =>
  startDiscogsImport(memberId, { username }, wanted);

/** Reads until there is nothing more to do at this moment. */
async function readAll(now?: number) {
  while (await readNextPage(now));
}

async function preview(memberId: number) {
  const reading = await getDiscogsImport(memberId);
  if (reading?.status !== "ready") throw new Error(JSON.stringify(reading));
  return getImport(memberId, reading.preview);
}

async function importAll(memberId: number): Promise<number> {
  const reading = await getDiscogsImport(memberId);
  return reading?.status === "ready" ? runImport(memberId, reading.preview) : -1;
}

/** Gives a collector this many records. */
function fill(name: string, count: number) {
  const copies = Array.from({ length: count }, (_, index) => makeCopy(index + 100, `Album ${index + 1}`));
  discogs.collections.set(name, copies);
  return copies;
}

test("of a record with thousands of parts a hundred of each kind are looked at, and of a page a hundred records", async () => {
  const many = Array(5_000).fill(1);
  const parts = { genres: ["Rock", ...many], artists: many, formats: [{ name: "CD", descriptions: many }] };
  discogs.collections.set("many", [makeCopy(1, "Many", parts)]);
  const page = await readListPage("collection", "many", 1);
  const [copy] = "records" in page ? page.records : [];
  expect(copy?.basic_information.genres).toEqual(["Rock", ...Array(99).fill("")]);
  expect(copy?.basic_information).toMatchObject({ artists: [], formats: [{ name: "CD", qty: "" }] });
  expect(copy?.basic_information.formats[0]?.descriptions).toHaveLength(100);
  discogs.hooks.cutPage = (_page, items) => Array(500).fill(items[0]);
  expect(await readListPage("collection", "odd", 1)).toMatchObject({ records: { length: 100 } });
});

test("a collection is read as its owner has it, and previewed before anything is added", async () => {
  await start(ada.id, "odd");
  expect(await getDiscogsImport(ada.id)).toEqual({
    username: "odd",
    wanted: false,
    status: "reading",
    done: 0,
    total: null,
  });
  await readAll();
  const shown = await preview(ada.id);
  expect(shown).toMatchObject({ toAdd: 7, known: 0, unreadable: [{ line: 6 }], unreadableCount: 1 });
  expect(
    shown?.records.map(({ artist, year, format, condition }) => [artist, year, format, condition]),
  ).toEqual([
    ["Low", 2001, "vinyl", "mint"],
    ["Death / The Cure, Eat", 1999, "vinyl", "very_good"],
    ["Low", null, "cd", "very_good"],
    ["Low", 1999, "cassette", "very_good"],
    ["Low", 1999, "vinyl", "very_good"],
    ["Low", 1999, "vinyl", "very_good"],
    ["Low", null, "vinyl", "very_good"],
  ]);
  expect(shown?.records[0]).toMatchObject({ notes: "From the attic", genre: "Rock" });
  expect(shown?.changed.map(({ message }) => message)).toEqual([
    "Format “File, MP3” read as Vinyl.",
    "Title shortened. Genre shortened.",
    "Released “3000” left out.",
  ]);
  expect(await countRows(record, { memberId: ada.id })).toBe(0);
  const { id = "" } = (await preview(ada.id)) ?? {};
  expect([await runImport(ada.id, id), await runImport(ada.id, id)]).toEqual([7, 7]);
  expect(await getDiscogsImport(ada.id)).toMatchObject({ username: "odd", status: "added" });
  expect(await countRows(record, { memberId: ada.id })).toBe(7);
});

test.each([
  [[artist("Robert Glasper", "Featuring"), artist("Roots, The")], "Robert Glasper Featuring The Roots"],
  [[artist("Queen", "&"), artist("Roots, The")], "Queen & The Roots"],
  [[artist("Mamas & Papas, The")], "The Mamas & Papas"],
  [[artist("Beatles, The (2)")], "The Beatles"],
  [[artist("Roots, The (2)", " Vs. "), artist("Fall, The")], "The Roots Vs. The Fall"],
  [[artist("Roots, The", ","), artist("A (8)", ";"), artist("Die")], "The Roots, A, Die"],
  [
    [artist("Fall, The", "/"), artist("Tribe Called Quest, A", "Meets"), artist("Low")],
    "The Fall / A Tribe Called Quest Meets Low",
  ],
  [
    [artist("David Bowie", "and", "Bowie"), artist("Roots, The (3)", "", "Legendary Roots Crew, The")],
    "Bowie and The Legendary Roots Crew",
  ],
  [[artist("Low", "&", " "), artist("Earth, Wind & Fire", "Featuring")], "Low & Earth, Wind & Fire"],
  [[artist("Tyler, The Creator", "With"), artist("Lobos, Los")], "Tyler, The Creator With Los Lobos"],
  [[artist("Jay-Z*", "+"), artist("!!!"), artist("The The")], "Jay-Z + !!!, The The"],
])("the artists of a record in row %# are turned and joined", async (artists, expected) => {
  discogs.collections.set("artists", [makeCopy(1, "Album", { artists })]);
  await start(ada.id, "artists");
  await readAll();
  expect((await preview(ada.id))?.records).toMatchObject([{ artist: expected }]);
});

test("every request says who asks, and a token is sent if there is one", async () => {
  await start(ada.id, "odd");
  await readAll();
  expect([discogs.agents.at(-1), discogs.tokens.at(-1)]).toEqual([
    "B-Side/1.0 ( ops@b-side.example )",
    undefined,
  ]);
  env.discogs.token = "a token";
  await start(ada.id, "odd");
  await readAll();
  expect(discogs.tokens.at(-1)).toBe("Discogs token=a token");
  expect(discogs.requests.at(-1)).toBe(
    "GET /users/odd/collection/folders/0/releases?page=1&per_page=100&sort=added&sort_order=asc",
  );
});

test("a large collection comes in pages, with progress, and goes on where a process died", async () => {
  fill("large", 350);
  await start(ada.id, "large");
  const now = Date.now();
  await readNextPage(now);
  await readNextPage(now);
  expect(await getDiscogsImport(ada.id)).toMatchObject({ status: "reading", done: 200, total: 350 });
  // The process that has claimed the third page is killed.
  await db.update(discogsImport).set({ claimedUntil: new Date(now + MINUTE_MS) });
  expect(await readNextPage(now)).toBe(false);
  await readAll(now + 2 * MINUTE_MS);
  expect(await preview(ada.id)).toMatchObject({ toAdd: 350, unreadableCount: 0 });
  expect(await importAll(ada.id)).toBe(350);
});

test("what is added meanwhile comes too, and what is removed moves nothing away", async () => {
  const copies = fill("busy", 250);
  discogs.hooks.beforePage = (page) => {
    if (page === 2 && copies.length === 250) copies.push(makeCopy(900, "New"));
    else if (page === 3 && copies.length === 251) copies.splice(0, 60);
  };
  await start(ada.id, "busy");
  await readAll();
  const shown = await preview(ada.id);
  // The sixty are still there to look through: they were in the collection when it was read.
  expect(shown?.toAdd).toBe(251);
  expect(await importAll(ada.id)).toBe(251);
});

test("a record that is removed meanwhile hides none behind it", async () => {
  const copies = fill("moving", 250);
  discogs.hooks.beforePage = (page) => {
    if (page === 2 && copies.length === 250) copies.splice(0, 1);
  };
  await start(ada.id, "moving");
  await readAll();
  expect((await preview(ada.id))?.toAdd).toBe(250);
});

test("a collection that shrinks under its last page is read to its end", async () => {
  const copies = fill("shrinking", 201);
  discogs.hooks.beforePage = (page) => {
    if (page === 3) copies.splice(150);
  };
  await start(ada.id, "shrinking");
  await readAll();
  expect((await preview(ada.id))?.toAdd).toBe(200);
});

test.each([0, 40])("a page that once comes with %d of its records hides none", async (sent) => {
  fill("halved", 250);
  let cuts = 0;
  discogs.hooks.cutPage = (page, items) => (page === 2 && !cuts++ ? items.slice(0, sent) : items);
  await start(ada.id, "halved");
  await readAll();
  expect(await preview(ada.id)).toMatchObject({ toAdd: 250, missingCount: 0 });
});

test("records that Discogs counts and never sends are said to be missing", async () => {
  const copies = fill("withheld", 250);
  copies.splice(240, 1, { ...makeCopy(341, "No number"), instance_id: Number.NaN });
  discogs.hooks.cutPage = (page, items) => (page === 2 ? [] : items);
  await start(ada.id, "withheld");
  await readAll();
  expect(await preview(ada.id)).toMatchObject({ toAdd: 149, missingCount: 101 });
  expect(await importAll(ada.id)).toBe(149);
});

test("a second time, only what is new is added", async () => {
  const copies = fill("again", 3);
  await start(ada.id, "again");
  await readAll();
  expect(await importAll(ada.id)).toBe(3);
  copies.push(makeCopy(901, "Later"));
  await start(ada.id, "again");
  await readAll();
  expect(await preview(ada.id)).toMatchObject({ toAdd: 1, known: 3, records: [{ album: "Later" }] });
  expect(await importAll(ada.id)).toBe(1);
});

test("a wantlist is read too, without what is owned or wanted already, and only once", async () => {
  const wants = Array.from({ length: 150 }, (_, index) => makeCopy(index + 1, `Wanted ${index + 1}`));
  discogs.wantlists.set("ada", wants);
  fill("ada", 1);
  await addRecord(ada.id, recordInput.parse({ artist: "Low", album: "Wanted 1" }));
  await addRecord(ada.id, recordInput.parse({ artist: "Low", album: "Wanted 2", wanted: true }));
  await addRecord(ada.id, recordInput.parse({ artist: "Low", album: "Wanted 3", format: "cd" }));
  await start(ada.id, "ada", true);
  await readAll();
  expect(discogs.requests.at(-1)).toBe("GET /users/ada/wants?page=2&per_page=100");
  expect(await getDiscogsImport(ada.id)).toMatchObject({ wanted: true, status: "ready" });
  expect(await preview(ada.id)).toMatchObject({ wanted: true, toAdd: 148, known: 2 });
  expect(await importAll(ada.id)).toBe(148);
  const isWanted = (wanted: boolean) => and(eq(record.memberId, ada.id), eq(record.wanted, wanted));
  expect([await db.$count(record, isWanted(true)), await db.$count(record, isWanted(false))]).toEqual([
    149, 2,
  ]);
  await start(ada.id, "ada", true);
  await readAll();
  expect(await preview(ada.id)).toMatchObject({ toAdd: 0, known: 150 });
  // The collection has ids of its own, and what is wanted keeps nothing out of it.
  discogs.collections.set("ada", [makeCopy(5, "Wanted 5")]);
  await start(ada.id, "ada");
  await readAll();
  expect(await importAll(ada.id)).toBe(1);
});

test("a private wantlist is said to be one", async () => {
  await start(ada.id, "hidden", true);
  await readAll();
  expect(await getDiscogsImport(ada.id)).toMatchObject({
    status: "failed",
    error: wantlistErrors.private && t(wantlistErrors.private),
  });
});

describe("what has left the collection on Discogs", () => {
  /** What an import of the collection offers for removal. */
  async function readLeft(who: Member, username: string, wanted = false) {
    await start(who.id, username, wanted);
    await readAll();
    const reading = await getDiscogsImport(who.id);
    const id = reading?.status === "ready" ? reading.preview : "";
    const { records, count } = await listLeftRecords(who.id, id);
    return { id, count, albums: records.map(({ album }) => album), ids: records.map(({ id }) => id) };
  }
  const countOf = (who: Member) => countRows(record, { memberId: who.id });

  test("it is offered, and removed only where it is chosen", async () => {
    const ben = await addMember("Ben");
    const copies = fill("leaving", 4);
    expect((await readLeft(ada, "Leaving")).count).toBe(0);
    await importAll(ada.id);
    await addRecord(ada.id, recordInput.parse({ artist: "Low", album: "By hand" }));
    const [byHand] = await rowsOf(record, { album: "By hand" });
    copies.splice(0, 3);
    const { id, count, albums, ids } = await readLeft(ada, "leaving");
    expect([count, albums]).toEqual([3, ["Album 1", "Album 2", "Album 3"]]);
    expect(await countOf(ada)).toBe(5);
    expect(await removeLeftRecords(ben.id, id, ids)).toBe(0);
    expect(await removeLeftRecords(ada.id, id, [])).toBe(0);
    expect(await removeLeftRecords(ada.id, id, [ids[0] ?? "", byHand?.id ?? "", "none"])).toBe(1);
    await importAll(ada.id);
    expect(await countOf(ada)).toBe(4);
    // Nothing is offered or removed once the import is confirmed.
    expect((await listLeftRecords(ada.id, id)).count).toBe(0);
    expect(await removeLeftRecords(ada.id, id, ids)).toBe(0);
    expect((await readLeft(ada, "leaving")).albums).toEqual(["Album 2", "Album 3"]);
  });

  test("what came from elsewhere stays, and an album that came back", async () => {
    const copies = fill("first", 2);
    await readLeft(ada, "first");
    await importAll(ada.id);
    discogs.collections.set("second", [makeCopy(700, "Album 700")]);
    discogs.wantlists.set("first", [makeCopy(701, "Album 701")]);
    expect((await readLeft(ada, "second")).count).toBe(0);
    await importAll(ada.id);
    expect((await readLeft(ada, "first", true)).count).toBe(0);
    await importAll(ada.id);
    copies.splice(0, 1, makeCopy(702, "Album 1"));
    expect((await readLeft(ada, "first")).count).toBe(0);
  });

  test("a collection of which pages come short offers nothing", async () => {
    fill("shortened", 250);
    await readLeft(ada, "shortened");
    await importAll(ada.id);
    discogs.hooks.cutPage = (page, items) => (page === 2 ? [] : items);
    expect((await readLeft(ada, "shortened")).count).toBe(0);
  });

  test("a collection that could not be read to its end offers nothing", async () => {
    const copies = fill("restless", 250);
    await readLeft(ada, "restless");
    await importAll(ada.id);
    discogs.hooks.beforePage = (page) => {
      if (page === 2) copies.splice(-1);
    };
    expect((await readLeft(ada, "restless")).count).toBe(0);
  });
});

test.each([
  ["nobody", t(discogsErrors.absent)],
  ["hidden", t(discogsErrors.private)],
  ["empty", t(discogsErrors.empty)],
])("the collection of %s can't be read, and that is said", async (username, error) => {
  await start(ada.id, username);
  await readAll();
  expect(await getDiscogsImport(ada.id)).toEqual({ username, wanted: false, status: "failed", error });
});

test("a token that Discogs doesn't accept makes no collection private", async () => {
  discogs.wrongTokens.add("wrong");
  env.discogs.token = "wrong";
  for (const wanted of [false, true]) {
    await start(ada.id, "odd", wanted);
    await readAll();
    const error = "Discogs can't be reached from here right now. Try again later.";
    expect(await getDiscogsImport(ada.id)).toEqual({ username: "odd", wanted, status: "failed", error });
  }
});

test("a collection beyond the limit of an import is not read", async () => {
  fill("huge", 5001);
  await start(ada.id, "huge");
  await readAll();
  expect(await getDiscogsImport(ada.id)).toMatchObject({
    status: "failed",
    error: t(discogsErrors.tooLarge),
  });
});

test("while Discogs wants no requests, nobody asks, and no attempt is lost", async () => {
  discogs.limit.remaining = 0;
  await start(ada.id, "odd");
  const now = Date.now();
  expect(await readNextPage(now)).toBe(false);
  const asked = discogs.requests.length;
  await readAll(now);
  expect(discogs.requests).toHaveLength(asked);
  expect(await db.select({ attempts: discogsImport.attempts }).from(discogsImport)).toEqual([
    { attempts: 0 },
  ]);
  discogs.limit.remaining = 60;
  resumeServices();
  await readAll(now + 2 * MINUTE_MS);
  expect((await preview(ada.id))?.toAdd).toBe(7);
});

test.each(["broken", "cut off", "garbled", "redirecting", "huge"] as const)(
  "Discogs is %s for a while, and the collection comes after it",
  async (failure) => {
    await start(ada.id, "odd");
    discogs.fail(failure);
    const now = Date.now();
    expect(await readNextPage(now)).toBe(false);
    expect(await getDiscogsImport(ada.id)).toMatchObject({ status: "reading" });
    discogs.fail(undefined);
    resumeServices();
    await readAll(now + MINUTE_MS);
    expect((await preview(ada.id))?.toAdd).toBe(7);
  },
);

test("without an answer for long, the reading ends", async () => {
  await start(ada.id, "odd");
  discogs.fail("redirecting");
  for (let hours = 0; hours < 5; hours++) {
    resumeServices();
    await readNextPage(Date.now() + hours * 60 * MINUTE_MS);
  }
  expect(await getDiscogsImport(ada.id)).toMatchObject({
    status: "failed",
    error: t(discogsErrors.unanswered),
  });
});

test("members take turns, and one collection at a time", async () => {
  const ben = await addMember("Ben");
  fill("first", 300);
  await start(ada.id, "first");
  await expect(start(ada.id, "odd")).toBeRefused("conflict");
  await start(ben.id, "odd");
  const now = Date.now() + 10;
  await readNextPage(now);
  await readNextPage(now + 1);
  expect(await getDiscogsImport(ben.id)).toMatchObject({ status: "ready" });
  expect(await getDiscogsImport(ada.id)).toMatchObject({ status: "reading", done: 100 });
});

test.each([
  ["ada", "ada"],
  [" Ada.L_1-x ", "Ada.L_1-x"],
  ["https://www.discogs.com/user/ada", "ada"],
  ["discogs.com/de/user/ada/collection?header=1", "ada"],
  ["http://www.discogs.com/user/ada/", "ada"],
])("the collector %j is %s", (typed, username) => {
  expect(discogsInput.parse({ username: typed })).toEqual({ username });
});

test.each([
  "",
  "..",
  "a b",
  "https://evil.example/user/ada",
  "https://discogs.com.evil.example/user/ada",
  "a/../b",
  "é",
])("the collector %j is refused", (typed) => {
  expect(discogsInput.safeParse({ username: typed }).success).toBe(false);
});

test("a list whose pages never end is read no further than a full collection", async () => {
  const endless = startService(["api.discogs.com"], ({ query }) => {
    const page = Number(query.get("page"));
    const releases = Array.from({ length: 150 }, (_, index) =>
      makeCopy(150 * page + index, `Album ${index}`),
    );
    return { json: { pagination: { page, pages: 1_000_000, per_page: 100, items: 100 }, releases } };
  });
  onTestFinished(() => endless.close());
  await start(ada.id, "endless");
  for (let page = 1; page <= 60; page++) await readNextPage();
  expect(endless.requests).toHaveLength(IMPORT_MAX / 100);
  expect((await preview(ada.id))?.toAdd).toBe(IMPORT_MAX);
});
