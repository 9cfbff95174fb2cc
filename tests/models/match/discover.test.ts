import { expect, test } from "vitest";
import { WIDEST_SEARCH } from "~/models/discover-bounds";
import { describeFilters, discoverAddress, discoverPage, readFilters } from "~/models/discover-screen";
import { DISCOVER_DEFAULTS } from "~/models/discovery";
import { FILTER_GENRES } from "~/models/genre";

const read = (query: string) => readFilters(new URLSearchParams(query));
const chosen = (query: string) => {
  const genres = read(query).fields.genres.filter((genre) => genre.chosen);
  return genres.map(({ name }) => name);
};

test("an address without filters asks for the defaults, also on a later page", () => {
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

test("an address that names one filter sets no other", () => {
  const { filters, fields } = read("genres=Jazz");
  expect(filters).toEqual({ genres: ["Jazz"] });
  expect(fields).toMatchObject({ ageMin: "18", ageMax: "65", anyDistance: true, anyCompatibility: true });
});

test("the form offers the 14 genres, and whatever else the address asks for", () => {
  expect(read("").fields.genres.map(({ name }) => name)).toEqual([...FILTER_GENRES]);
  expect(chosen("genres=Rock&genres=House,Jazz")).toEqual(["Rock", "Jazz", "House"]);
});

test("what was typed is kept beside the sentence that refuses it", () => {
  const { filters, fields, errors } = read("ageMin=abc&ageMax=30&maxDistance=500&genres=Rock,Polka");
  expect(filters).toBeUndefined();
  expect(errors).toEqual({
    ageMin: "Age must be from 18 to 65",
    maxDistance: "Distance must be from 5 to 100 miles",
    genres: "Choose genres from the list",
  });
  expect(fields).toMatchObject({ ageMin: "abc", ageMax: "30", maxDistance: "500", minCompatibility: "" });
  expect(chosen("maxDistance=500&genres=Rock,Polka")).toEqual(["Rock", "Polka"]);
});

test("filters survive the way into the screen's address and back, none at all included", () => {
  for (const filters of [DISCOVER_DEFAULTS, {}, { genres: ["R&B" as const, "Jazz" as const], ageMin: 40 }]) {
    const url = new URL(discoverAddress(filters, "70-5-12"), "http://here.invalid");
    expect(readFilters(url.searchParams).filters).toEqual(filters);
    expect(url.searchParams.get("cursor")).toBe("70-5-12");
  }
});

test("a button leads back to its page, at the next card", () => {
  const back = (query: string) => discoverPage(new URLSearchParams(query));
  expect(back("")).toBe("/discover");
  expect(back("genres=R%26B&cursor=70-5-12&next=44")).toBe("/discover?genres=R%26B&cursor=70-5-12#member-44");
  expect(back("next=%22%2F%2Fevil.example")).toBe("/discover#member-%22%2F%2Fevil.example");
});

test("filters are put in a few words", () => {
  expect(describeFilters(DISCOVER_DEFAULTS)).toBe("18 to 35 · within 25 miles · from 70% on");
  expect(describeFilters({ ageMin: 40, genres: ["Rock", "Jazz"] })).toBe(
    "40 and over · at any distance · at any compatibility · Rock, Jazz",
  );
});

test("the widest search is the address without any limit", () => {
  expect(discoverAddress({})).toBe(WIDEST_SEARCH);
  expect(read(WIDEST_SEARCH.replace("/discover", "")).filters).toEqual({});
});
