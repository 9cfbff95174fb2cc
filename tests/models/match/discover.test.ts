import { expect, test } from "vitest";
import { FILTER_GENRES } from "~/matching/genre";
import type { PeopleCount } from "~/models/count";
import {
  DISCOVER_DEFAULTS,
  describeFilters,
  describeWidening,
  discoverPath,
  discoverReturnPath,
  WIDEST_SEARCH,
} from "~/models/match/discover";
import { readFilters } from "~/models/match/discover-schema";

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
