// Discover: its filters and distances.

import { GENRES } from "db/column-types";
import fc from "fast-check";
import { expect, test } from "vitest";
import { cellOf, distanceMiles } from "~/matching/cell";
import { agesOf, type DiscoverFilters, getWiderSearches, type Widening } from "~/matching/filters";
import { FILTER_GENRES } from "~/matching/genre";
import type { PeopleCount } from "~/models/count";
import {
  DISCOVER_DEFAULTS,
  describeFilters,
  describeWidening,
  discoverParams,
  discoverPath,
  discoverReturnPath,
  WIDEST_SEARCH,
} from "~/models/match/discover";
import { discover } from "~/models/match/discover.server";
import { discoverFilters, hasFilters, readDiscoverParams, readFilters } from "~/models/match/discover-schema";
import { type Member, saveProfile } from "~/models/member/member.server";
import { profileInput } from "~/models/member/profile-schema";
import { addMember } from "../../cast";

const read = (query: string) => readFilters(new URLSearchParams(query));
const chosen = (query: string) => {
  const genres = read(query).fields.genres.filter((genre) => genre.chosen);
  return genres.map(({ name }) => name);
};

test("a URL without filters means the defaults, on later pages too", () => {
  for (const query of ["", "cursor=70-5-12", "utm=x"]) {
    expect(read(query).filters).toEqual(DISCOVER_DEFAULTS);
    expect(read(query).fields).toMatchObject({
      ageMin: "18",
      ageMax: "35",
      maxDistance: "25",
      minCompatibility: "70",
      anyDistance: false,
    });
  }
});

test("a URL with one filter sets no other", () => {
  const { filters, fields } = read("genres=Jazz");
  expect(filters).toEqual({ genres: ["Jazz"] });
  expect(fields).toMatchObject({ ageMin: "18", ageMax: "65", anyDistance: true, anyCompatibility: true });
});

test("the form offers the 14 genres and any others in the URL", () => {
  expect(read("").fields.genres.map(({ name }) => name)).toEqual([...FILTER_GENRES]);
  expect(chosen("genres=Rock&genres=House,Jazz")).toEqual(["Rock", "Jazz", "House"]);
});

test("invalid input is kept next to its error message", () => {
  const { filters, fields, errors } = read("ageMin=abc&ageMax=30&maxDistance=500&genres=Rock,Polka");
  expect(filters).toBeUndefined();
  expect(errors).toEqual({
    ageMin: "Age must be from 18 to 65",
    maxDistance: "Distance must be from 5 to 100 miles",
    genres: "Choose genres from the list",
  });
  expect(fields).toMatchObject({ ageMin: "abc", ageMax: "30", maxDistance: "500", anyDistance: false });
  expect(fields).toMatchObject({ minCompatibility: "50", anyCompatibility: true });
  expect(read("ageMin=90&maxDistance=").fields).toMatchObject({ maxDistance: "100", anyDistance: true });
  expect(chosen("maxDistance=500&genres=Rock,Polka")).toEqual(["Rock", "Polka"]);
});

test("filters survive a round trip through the screen's URL, even if there are none", () => {
  for (const filters of [DISCOVER_DEFAULTS, {}, { genres: ["R&B" as const, "Jazz" as const], ageMin: 40 }]) {
    const url = new URL(discoverPath(filters, "70-5-12"), "http://here.invalid");
    expect(readFilters(url.searchParams).filters).toEqual(filters);
    expect(url.searchParams.get("cursor")).toBe("70-5-12");
  }
});

test("a button leads back to its page, at the next card", () => {
  const back = (query: string) => discoverReturnPath(new URLSearchParams(query));
  expect(back("")).toBe("/discover");
  expect(back("genres=R%26B&cursor=70-5-12&next=44")).toBe("/discover?genres=R%26B&cursor=70-5-12#member-44");
  expect(back("next=%22%2F%2Fevil.example")).toBe("/discover#member-%22%2F%2Fevil.example");
});

test("filters are summarized in a few words", () => {
  expect(describeFilters(DISCOVER_DEFAULTS, "miles")).toBe("Ages 18–35 · within 25 miles · 70%+ match");
  expect(describeFilters({ ageMin: 40, genres: ["Rock", "Jazz"] }, "miles")).toBe(
    "Ages 40 and up · any distance · any match · Rock, Jazz",
  );
  expect(describeFilters({ minCompatibility: 100 }, "miles")).toBe("Any age · any distance · 100% match");
});

test("the widest search is the URL without limits", () => {
  expect(WIDEST_SEARCH).toBe("/discover?ageMin=&ageMax=&maxDistance=&genres=&minCompatibility=");
  expect(read(WIDEST_SEARCH.replace("/discover", "")).filters).toEqual({});
});

test("a wider search says in steps how many more it finds", () => {
  const say = (atLeast: PeopleCount) =>
    describeWidening({ widens: "distance", filters: { maxDistance: 50 }, atLeast }, "miles");
  expect(say(50)).toBe("50+ more within 50 miles");
  expect(say(null)).toBe("A few more within 50 miles");
});

/** Two towns in one cell, and one two cells away. */
const NEIGHBOURS = ["Central Point, Oregon", "Jacksonville, Oregon"];

/** The spy's positions: all around, near and far. */
const LOOKOUTS = [
  "Medford, Oregon",
  "Ashland, Oregon",
  "Eagle Point, Oregon",
  "Grants Pass, Oregon",
  "Phoenix, Oregon",
  "Yreka, California",
  "Klamath Falls, Oregon",
  "Roseburg, Oregon",
  "Brookings, Oregon",
  ...NEIGHBOURS,
];

const move = ({ id }: Member, location: string) =>
  saveProfile(id, profileInput.parse({ bio: "", age: 30, location }));

const find = async ({ id }: Member, filters: DiscoverFilters = {}) => (await discover(id, filters)).members;

test("two towns in one cell look the same from anywhere, and the distance filter reveals no more than the card", async () => {
  const [spy, ada, ben] = [await addMember("Cleo"), await addMember("Ada"), await addMember("Ben")];
  await move(ada, NEIGHBOURS[0] as string);
  await move(ben, NEIGHBOURS[1] as string);
  const distances = new Set<number | null>();
  for (const lookout of LOOKOUTS) {
    await move(spy, lookout);
    const seen = await find(spy);
    const [toAda, toBen] = [ada, ben].map(({ id }) => seen.find((one) => one.id === String(id))?.distance);
    expect(toAda, lookout).toBe(toBen);
    expect(Number(toAda) % 5, lookout).toBe(0);
    distances.add(toAda ?? null);
    const edges = [5, Number(toAda) - 5, Number(toAda), Number(toAda) + 5, 100];
    for (const miles of edges.filter((edge) => edge >= 5 && edge <= 100)) {
      const found = (await find(spy, { maxDistance: miles })).map(({ id }) => id);
      const isNear = Number(toAda) <= miles;
      expect(
        [found.includes(String(ada.id)), found.includes(String(ben.id))],
        `${lookout}, ${miles}`,
      ).toEqual([isNear, isNear]);
    }
  }
  expect(distances.size).toBeGreaterThan(5);
});

test("distances fit every point of the member's cell, so they locate nobody more precisely", async () => {
  const [spy, ada] = [await addMember("Cleo"), await addMember("Ada")];
  await move(ada, NEIGHBOURS[0] as string);
  // The best attack with knowledge of the algorithm: keep every cell that matches all known distances.
  const home = cellOf(42.376, -122.916);
  let possible: number[] = [];
  for (let row = -20; row <= 20; row++) {
    for (let column = -20; column <= 20; column++) possible.push(home + row * 3600 + column);
  }
  const lookouts: [string, number][] = [
    ["Medford, Oregon", cellOf(42.327, -122.876)],
    ["Ashland, Oregon", cellOf(42.195, -122.709)],
    ["Grants Pass, Oregon", cellOf(42.439, -123.328)],
    ["Roseburg, Oregon", cellOf(43.217, -123.342)],
    ["Klamath Falls, Oregon", cellOf(42.225, -121.782)],
  ];
  for (const [lookout, cell] of lookouts) {
    await move(spy, lookout);
    const distance = (await find(spy)).find(({ id }) => id === String(ada.id))?.distance;
    possible = possible.filter((candidate) => distanceMiles(cell, candidate) === distance);
  }
  // The cell itself always remains, and points within it can't be distinguished.
  expect(possible).toContain(home);
  expect(possible.length).toBeLessThan(200);
});

function readParams(query: string) {
  return discoverFilters.parse(readDiscoverParams(new URLSearchParams(query)));
}

test("the defaults match the specification", () => {
  expect(DISCOVER_DEFAULTS).toEqual({ ageMin: 18, ageMax: 35, maxDistance: 25, minCompatibility: 70 });
});

test("a missing, blank or zero value means no limit", () => {
  expect(readParams("")).toEqual({});
  expect(readParams("ageMin=&ageMax=0&maxDistance=%20&genres=&minCompatibility=00")).toEqual({});
});

test("verified listeners alone are asked for by a ticked box or true, and by nothing else", () => {
  for (const on of ["1", "true"])
    expect(readParams(`verifiedListeners=${on}`)).toEqual({ verifiedListeners: true });
  for (const off of ["", "0", "false"]) expect(readParams(`verifiedListeners=${off}`)).toEqual({});
  expect(discoverFilters.parse({ verifiedListeners: true })).toEqual({ verifiedListeners: true });
  const refused = discoverFilters.safeParse({ verifiedListeners: "maybe" });
  expect(refused.error?.issues).toMatchObject([{ message: "verifiedListeners must be 1 or left out" }]);
  expect(hasFilters(new URLSearchParams("verifiedListeners=1"))).toBe(true);
});

test("genres may be comma-separated, repeated or both", () => {
  expect(readParams("genres=Rock,R%26B&genres=House&genres=Rock").genres).toEqual(["Rock", "R&B", "House"]);
});

test("a minimum age above the maximum is swapped with it", () => {
  expect(readParams("ageMin=40&ageMax=20")).toEqual({ ageMin: 20, ageMax: 40 });
});

test("65 means 65 and over", () => {
  expect(agesOf({ ageMin: 30, ageMax: 65 }).to).toBeGreaterThan(100);
  expect(agesOf({ ageMin: 30, ageMax: 64 })).toEqual({ from: 30, to: 64 });
  expect(agesOf({})).toMatchObject({ from: 0 });
});

test.each([
  ["ageMin=17", "ageMin", "Age must be from 18 to 65"],
  ["ageMax=66", "ageMax", "Age must be from 18 to 65"],
  ["ageMax=20.5", "ageMax", "Age must be from 18 to 65"],
  ["ageMin=old", "ageMin", "Age must be from 18 to 65"],
  ["maxDistance=4", "maxDistance", "Distance must be from 5 to 100 miles"],
  ["maxDistance=105", "maxDistance", "Distance must be from 5 to 100 miles"],
  ["maxDistance=-5", "maxDistance", "Distance must be from 5 to 100 miles"],
  ["maxDistance=1e2", "maxDistance", "Distance must be from 5 to 100 miles"],
  ["minCompatibility=49", "minCompatibility", "Compatibility must be from 50 to 100"],
  ["minCompatibility=101", "minCompatibility", "Compatibility must be from 50 to 100"],
])("refused with a message: %s", (query, field, message) => {
  const parsed = discoverFilters.safeParse(readDiscoverParams(new URLSearchParams(query)));
  expect(parsed.error?.flatten().fieldErrors).toEqual({ [field]: [message] });
});

test("an unknown genre is refused with a message", () => {
  const parsed = discoverFilters.safeParse(readDiscoverParams(new URLSearchParams("genres=Rock,Polka")));
  expect(parsed.error?.issues[0]).toMatchObject({
    path: ["genres", 1],
    message: "Choose genres from the list",
  });
});

test("filters survive a round trip through a URL", () => {
  const filters: fc.Arbitrary<DiscoverFilters> = fc.record(
    {
      ageMin: fc.integer({ min: 18, max: 40 }),
      ageMax: fc.integer({ min: 40, max: 65 }),
      maxDistance: fc.integer({ min: 5, max: 100 }),
      genres: fc.uniqueArray(fc.constantFrom(...GENRES), { minLength: 1 }),
      minCompatibility: fc.integer({ min: 50, max: 100 }),
      verifiedListeners: fc.constant(true as const),
    },
    { requiredKeys: [] },
  );
  fc.assert(
    fc.property(filters, (given) => {
      expect(readParams(String(discoverParams(given)))).toEqual(given);
    }),
  );
});

test("unlimited filters are written out, so that they differ from the defaults", () => {
  expect(String(discoverParams({}))).toBe("ageMin=&ageMax=&maxDistance=&genres=&minCompatibility=");
  expect(String(discoverParams({ ...DISCOVER_DEFAULTS, genres: ["R&B", "Jazz"] }))).toBe(
    "ageMin=18&ageMax=35&maxDistance=25&genres=R%26B%2CJazz&minCompatibility=70",
  );
});

test("each limit is widened separately, step by step", () => {
  const steps = (filters: DiscoverFilters) =>
    Object.fromEntries(getWiderSearches(filters).map(({ widens, steps }) => [widens, steps]));
  const limits = { ageMin: 25, ageMax: 63, maxDistance: 50, minCompatibility: 55 };
  const all = { ...limits, genres: ["Jazz" as const], verifiedListeners: true, photoChecked: true };
  expect(steps(all)).toEqual({
    distance: [
      { ...all, maxDistance: 100 },
      { ...all, maxDistance: undefined },
    ],
    compatibility: [
      { ...all, minCompatibility: 50 },
      { ...all, minCompatibility: undefined },
    ],
    genres: [{ ...all, genres: undefined }],
    listeners: [{ ...all, verifiedListeners: undefined }],
    "photo-check": [{ ...all, photoChecked: undefined }],
    age: [
      { ...all, ageMin: 20, ageMax: 65 },
      { ...all, ageMin: undefined, ageMax: undefined },
    ],
  });
  const none = { distance: [], compatibility: [], genres: [], listeners: [], "photo-check": [], age: [] };
  expect(steps({})).toEqual(none);
  expect(steps({ ageMin: 18, ageMax: 65 }).age).toEqual([]);
});

test("a wider search is described in words", () => {
  const say = (widens: Widening["widens"], filters: DiscoverFilters) =>
    describeWidening({ widens, filters, atLeast: 10 }, "miles");
  expect(say("distance", { maxDistance: 100 })).toBe("10+ more within 100 miles");
  expect(say("distance", {})).toBe("10+ more at any distance");
  expect(say("compatibility", { minCompatibility: 50 })).toBe("10+ more at 50% or higher");
  expect(say("compatibility", {})).toBe("10+ more at any match score");
  expect(say("genres", {})).toBe("10+ more in any genre");
  expect(say("listeners", {})).toBe("10+ more who aren't verified listeners");
  expect(say("photo-check", {})).toBe("10+ more whose photo isn't checked");
  expect(say("age", { ageMin: 18, ageMax: 45 })).toBe("10+ more aged 18–45");
  expect(say("age", { ageMin: 30, ageMax: 65 })).toBe("10+ more aged 30 and up");
  expect(say("age", {})).toBe("10+ more of any age");
});
