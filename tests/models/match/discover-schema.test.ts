import { GENRES } from "db/column-types";
import fc from "fast-check";
import { expect, test } from "vitest";
import { agesOf, type DiscoverFilters, getWiderSearches, type Widening } from "~/matching/filters";
import { DISCOVER_DEFAULTS, describeWidening, discoverParams } from "~/models/match/discover";
import { discoverFilters, hasFilters, readDiscoverParams } from "~/models/match/discover-schema";

function read(query: string) {
  return discoverFilters.parse(readDiscoverParams(new URLSearchParams(query)));
}

test("the defaults match the specification", () => {
  expect(DISCOVER_DEFAULTS).toEqual({ ageMin: 18, ageMax: 35, maxDistance: 25, minCompatibility: 70 });
});

test("a missing, blank or zero value means no limit", () => {
  expect(read("")).toEqual({});
  expect(read("ageMin=&ageMax=0&maxDistance=%20&genres=&minCompatibility=00")).toEqual({});
});

test("verified listeners alone are asked for by a ticked box or true, and by nothing else", () => {
  for (const on of ["1", "true"])
    expect(read(`verifiedListeners=${on}`)).toEqual({ verifiedListeners: true });
  for (const off of ["", "0", "false"]) expect(read(`verifiedListeners=${off}`)).toEqual({});
  expect(discoverFilters.parse({ verifiedListeners: true })).toEqual({ verifiedListeners: true });
  const refused = discoverFilters.safeParse({ verifiedListeners: "maybe" });
  expect(refused.error?.issues).toMatchObject([{ message: "verifiedListeners must be 1 or left out" }]);
  expect(hasFilters(new URLSearchParams("verifiedListeners=1"))).toBe(true);
});

test("genres may be comma-separated, repeated or both", () => {
  expect(read("genres=Rock,R%26B&genres=House&genres=Rock").genres).toEqual(["Rock", "R&B", "House"]);
});

test("a minimum age above the maximum is swapped with it", () => {
  expect(read("ageMin=40&ageMax=20")).toEqual({ ageMin: 20, ageMax: 40 });
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
      expect(read(String(discoverParams(given)))).toEqual(given);
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
