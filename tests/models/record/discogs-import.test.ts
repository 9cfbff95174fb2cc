// Collections on Discogs: what is read of them, in pages, through failures and changes, and what comes a second time.
import { db } from "db/client.server";
import { discogsImport, record } from "db/schema";
import { eq } from "drizzle-orm";
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from "vitest";
import { MINUTE_MS } from "~/durations";
import { env } from "~/env.server";
import { pauseService } from "~/integrations/outside-service.server";
import { discogsErrors } from "~/models/record/discogs-import";
import { getDiscogsImport, readNextPage, startDiscogsImport } from "~/models/record/discogs-import.server";
import { discogsInput } from "~/models/record/discogs-import-schema";
import { getImport, runImport } from "~/models/record/record-import.server";
import { addMember } from "../../cast";
import { makeCopy, startDiscogs } from "../../fakes/discogs";
import { freeTurns } from "../../free-turns";

let discogs: Awaited<ReturnType<typeof startDiscogs>>;
beforeAll(async () => {
  discogs = await startDiscogs();
  env.discogs.url = discogs.address;
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
  env.discogs.token = undefined;
  resumeServices();
});
afterAll(() => discogs.close());

/** Ends the pause that it has asked for. */
const resumeServices = () => pauseService(new URL(env.discogs.url), 0);
const start = (memberId: number, username: string) => startDiscogsImport(memberId, { username });

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

/** Gives a collector so many records. */
function fill(name: string, count: number) {
  const copies = Array.from({ length: count }, (_, index) => makeCopy(index + 100, `Album ${index + 1}`));
  discogs.collections.set(name, copies);
  return copies;
}

test("a collection is read as its owner has it, and previewed before anything is added", async () => {
  const ada = await addMember("Ada");
  await start(ada.id, "odd");
  expect(await getDiscogsImport(ada.id)).toEqual({
    username: "odd",
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
  expect(await db.$count(record, eq(record.memberId, ada.id))).toBe(0);
  expect(await importAll(ada.id)).toBe(7);
  expect(await importAll(ada.id)).toBe(7);
  expect(await db.$count(record, eq(record.memberId, ada.id))).toBe(7);
});

test("every request says who asks, and a token is sent if there is one", async () => {
  const ada = await addMember("Ada");
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
  const ada = await addMember("Ada");
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
  const ada = await addMember("Ada");
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
  const ada = await addMember("Ada");
  const copies = fill("moving", 250);
  discogs.hooks.beforePage = (page) => {
    if (page === 2 && copies.length === 250) copies.splice(0, 1);
  };
  await start(ada.id, "moving");
  await readAll();
  expect((await preview(ada.id))?.toAdd).toBe(250);
});

test("a collection that shrinks under its last page is read to its end", async () => {
  const ada = await addMember("Ada");
  const copies = fill("shrinking", 201);
  discogs.hooks.beforePage = (page) => {
    if (page === 3) copies.splice(150);
  };
  await start(ada.id, "shrinking");
  await readAll();
  expect((await preview(ada.id))?.toAdd).toBe(200);
});

test("a second time, only what is new is added", async () => {
  const ada = await addMember("Ada");
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

test.each([
  ["nobody", discogsErrors.absent],
  ["hidden", discogsErrors.private],
  ["empty", discogsErrors.empty],
])("the collection of %s can't be read, and that is said", async (username, error) => {
  const ada = await addMember("Ada");
  await start(ada.id, username);
  await readAll();
  expect(await getDiscogsImport(ada.id)).toEqual({ username, status: "failed", error });
});

test("a collection beyond the limit of an import is not read", async () => {
  const ada = await addMember("Ada");
  fill("huge", 5001);
  await start(ada.id, "huge");
  await readAll();
  expect(await getDiscogsImport(ada.id)).toMatchObject({ status: "failed", error: discogsErrors.tooLarge });
});

test("while Discogs wants no requests, nobody asks, and no attempt is lost", async () => {
  const ada = await addMember("Ada");
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
    const ada = await addMember("Ada");
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
  const ada = await addMember("Ada");
  await start(ada.id, "odd");
  discogs.fail("redirecting");
  for (let hours = 0; hours < 5; hours++) {
    resumeServices();
    await readNextPage(Date.now() + hours * 60 * MINUTE_MS);
  }
  expect(await getDiscogsImport(ada.id)).toMatchObject({ status: "failed", error: discogsErrors.unanswered });
});

test("members take turns, and one collection at a time", async () => {
  const [ada, ben] = [await addMember("Ada"), await addMember("Ben")];
  fill("first", 300);
  await start(ada.id, "first");
  await expect(start(ada.id, "odd")).rejects.toMatchObject({ code: "conflict" });
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
