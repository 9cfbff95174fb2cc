// The catalog as members search it. Every test asks for something else, because answers are kept.

import { db } from "db/client.server";
import { catalogAnswer, catalogRelease, servicePace } from "db/schema";
import { beforeEach, expect, test } from "vitest";
import { t } from "~/language/text";
import { catalogErrors } from "~/models/catalog/catalog-messages";
import { deleteExpiredAnswers, findReleases } from "~/models/catalog/release.server";
import { releaseQuery } from "~/models/catalog/release-schema";
import { Refusal } from "~/refusal";
import { addNewcomer } from "../../cast";
import { catalog } from "./fake-catalog";

const DAY_MS = 24 * 60 * 60 * 1000;
const { musicBrainz } = catalog;
const search = (typed: Record<string, unknown>) => releaseQuery.parse(typed);
const find = async (typed: Record<string, unknown>) => findReleases((await ada()).id, search(typed));
const ada = () => addNewcomer("Ada");

beforeEach(async () => {
  musicBrainz.fail(undefined);
  musicBrainz.requests.length = 0;
  await db.delete(servicePace);
});

test("releases are found by artist and title, with what a record needs", async () => {
  const found = await find({ artist: "pink floyd", title: "The Dark Side of the Moon" });
  expect(found).toHaveLength(3);
  expect(found[0]).toEqual({
    id: "b84ee12a-09ef-421b-82de-0441a926375b",
    artist: "Pink Floyd",
    title: "The Dark Side of the Moon",
    year: 1973,
    format: "vinyl",
    label: "Harvest",
    country: "GB",
    barcode: "",
    coverUrl: "/catalog/covers/b84ee12a-09ef-421b-82de-0441a926375b",
  });
  expect(found.map(({ format }) => format)).toEqual(["vinyl", "cd", "cassette"]);
});

test("a UPC finds the EAN with a zero before it, and the other way round, as one search", async () => {
  catalog.musicBrainz.requests.length = 0;
  for (const barcode of ["801061005528", "0801061005528", "00801061005528"])
    expect(await find({ barcode })).toMatchObject([{ artist: "Boards of Canada" }]);
  expect(catalog.musicBrainz.requests).toHaveLength(1);
  expect(await find({ barcode: "0077774600125" })).toMatchObject([{ barcode: "077774600125" }]);
});

test("one search takes a barcode, or words of artist and title in any order", async () => {
  expect(await find({ search: "0 77774-60012 5" })).toMatchObject([{ year: 1994, format: "cd" }]);
  for (const search of ["moon pink floyd", "Pink Floyd - Dark Side", "pink  floyd, dark"])
    expect(await find({ search }), search).toHaveLength(3);
  expect(await find({ search: 'AC\\DC" OR artist:x' })).toEqual([]);
  expect(await find({ search: "1998 children" })).toEqual([]);
});

test("a barcode as it is printed finds its release", async () => {
  const found = await find({ barcode: "0 77774-60012 5" });
  expect(found).toMatchObject([{ year: 1994, format: "cd", barcode: "077774600125" }]);
});

test.each([
  ['AC\\DC "Live" AND barcode:1', '") OR artist:"x\\'],
  ["+-&&||!(){}[]^~*?:/", "a:b"],
  ["\u0000\u202e\u0007x", "\\"],
])("what a member types is no query language: %j by %j", async (title, artist) => {
  expect(await find({ artist, title })).toEqual([
    expect.objectContaining({ format: "vinyl" }),
    expect.objectContaining({ format: "cd" }),
  ]);
  const [asked = ""] = musicBrainz.requests;
  expect(new URL(asked.replace("GET ", ""), "http://x").searchParams.get("query")).toMatch(
    /^(artist:"([^"\\]|\\["\\])*" AND )?release:"([^"\\]|\\["\\])*"$/,
  );
});

test("hostile names arrive as text, and unlikely years not at all", async () => {
  const [found] = await find({ title: "<img src=x" });
  expect(found).toMatchObject({
    title: "<img src=x onerror=alert(1)>",
    artist: '"; DROP TABLE record; --',
    year: null,
    format: null,
  });
});

test.each([
  [{}, t(catalogErrors.nothingAsked)],
  [{ artist: " ", title: "" }, t(catalogErrors.nothingAsked)],
  [{ barcode: "12" }, "A barcode has 8 to 14 digits"],
  [{ barcode: "1 OR artist:x" }, "A barcode has 8 to 14 digits"],
  [{ title: "x".repeat(201) }, "Use at most 200 characters"],
])("%j is refused with a message", (typed, message) => {
  expect(releaseQuery.safeParse(typed).error?.issues[0]?.message).toBe(message);
});

test("the same search in other letters is answered without the catalog, for a month", async () => {
  const first = await find({ artist: "Stereolab", title: "Dots and Loops" });
  expect(await find({ artist: " STEREOLAB", title: "dots  and loops" })).toEqual(first);
  expect(musicBrainz.requests).toHaveLength(1);
  await deleteExpiredAnswers(Date.now() + 29 * DAY_MS);
  expect(await db.$count(catalogAnswer)).toBeGreaterThan(0);
  await deleteExpiredAnswers(Date.now() + 32 * DAY_MS);
  expect([await db.$count(catalogAnswer), await db.$count(catalogRelease)]).toEqual([0, 0]);
  await find({ artist: "Stereolab", title: "Dots and Loops" });
  expect(musicBrainz.requests).toHaveLength(2);
});

test("what is kept doesn't say what anybody typed, or who", async () => {
  await find({ artist: "Nobody Zzyzx", title: "Unheard-of Words" });
  const kept = JSON.stringify(await db.select().from(catalogAnswer));
  expect(kept).not.toMatch(/zzyzx|unheard/i);
});

test("an album that nobody knows is no failure", async () => {
  expect(await find({ artist: "Nobody", title: "Silence" })).toEqual([]);
});

test.each(["broken", "cut off", "garbled", "huge", "redirecting"] as const)(
  "a catalog that is %s is a sentence",
  async (failure) => {
    musicBrainz.fail(failure);
    const refused = await find({ title: `Album of a ${failure} day` }).catch((error) => error);
    expect(refused).toBeInstanceOf(Refusal);
    expect(refused).toMatchObject({ code: "unanswered", message: t(catalogErrors.unanswered) });
    musicBrainz.fail(undefined);
    expect(await find({ title: `Album of a ${failure} day` })).toHaveLength(2);
  },
);

test("a catalog that asks for a pause gets it from all machines", async () => {
  musicBrainz.fail("busy");
  const asked = Date.now();
  await expect(find({ title: "Rush Hour" })).toBeRefused("unanswered");
  const [pace] = await db.select().from(servicePace);
  expect(Number(pace?.nextAt)).toBeGreaterThanOrEqual(asked + 5_900);
  // Another machine has not heard of it but through the database.
  await expect(find({ title: "Rush Hour" })).rejects.toMatchObject({
    code: "unavailable",
    message: t(catalogErrors.busy),
    retryAfterSeconds: 5,
  });
  expect(musicBrainz.requests).toHaveLength(1);
});
