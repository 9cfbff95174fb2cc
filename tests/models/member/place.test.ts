import { expect, test } from "vitest";
import { placeKey, SUGGESTED_TOWNS } from "~/models/member/place/place";
import { placeChoices, resolvePlace, suggestPlaces } from "~/models/member/place/place.server";

function nameOf(text: string, country?: string) {
  return resolvePlace(text, country)?.name;
}

/** Texts that are no town's name. */
const hostile = [
  "",
  "   ",
  ",,,",
  "%",
  "%%%",
  "___",
  "'; drop table name; --",
  '"',
  "\0\0\0",
  "London\0".repeat(1000),
  "🎸🎸🎸",
  "\ud800\ud800\ud800",
  "\u202egnirts a",
  "a".repeat(1_000_000),
  ",a".repeat(100_000),
  "<script>alert(1)</script>",
];

test.each([
  ["london", "London, England, UK"],
  ["NYC", "New York City, New York, US"],
  ["new york, ny", "New York City, New York, US"],
  ["Bombay", "Mumbai, Maharashtra, India"],
  ["München", "Munich, Bavaria, Germany"],
  ["MUNCHEN", "Munich, Bavaria, Germany"],
  ["São Paulo", "São Paulo, Brazil"],
  ["sao paulo", "São Paulo, Brazil"],
  ["St. Louis", "St. Louis, Missouri, US"],
  ["Saint Louis", "St. Louis, Missouri, US"],
  ["東京", "Tokyo, Japan"],
  ["Москва", "Moscow, Russia"],
])("%s resolves to %s", (text, name) => {
  expect(nameOf(text)).toBe(name);
});

test.each([
  ["Springfield, Illinois", "Springfield, Illinois, US"],
  ["Springfield, IL", "Springfield, Illinois, US"],
  ["Paris, Texas", "Paris, Texas, US"],
  ["Paris TX", "Paris, Texas, US"],
  ["portland maine", "Portland, Maine, US"],
  ["Portland, Maine, United States", "Portland, Maine, US"],
  ["London, ON", "London, Ontario, Canada"],
  ["Cambridge, United Kingdom", "Cambridge, England, UK"],
  ["Newcastle, NSW", "Newcastle, New South Wales, Australia"],
  ["Paris, Narnia", undefined],
])("a region or country disambiguates towns of one name: %s", (text, name) => {
  expect(nameOf(text)).toBe(name);
});

test("a name without a region means the most populous town, in the member's own country first", () => {
  expect(nameOf("Portland")).toBe("Portland, Oregon, US");
  expect(nameOf("Birmingham")).toBe("Birmingham, England, UK");
  expect(nameOf("Birmingham", "US")).toBe("Birmingham, Alabama, US");
  expect(nameOf("Reykjavik", "US")).toBe("Reykjavík, Capital Region, Iceland");
});

test("a country or region alone is not a town", () => {
  expect(nameOf("Germany")).toBeUndefined();
  expect(nameOf("California")).toBeUndefined();
  expect(nameOf("Geneva")).toBe("Genève, Geneva, Switzerland");
});

test("choices are offered only if a name is ambiguous", () => {
  expect(placeChoices("Springfield")).toEqual(
    expect.arrayContaining(["Springfield, Missouri, US", "Springfield, Illinois, US"]),
  );
  expect(placeChoices("Springfield").length).toBeLessThanOrEqual(8);
  expect(placeChoices("Springfield, Illinois")).toEqual([]);
  expect(placeChoices("Paris")).toEqual([]);
  expect(placeChoices("nowhere at all")).toEqual([]);
});

test("suggestions begin with three letters and put the most populous first", () => {
  expect(suggestPlaces("po")).toEqual([]);
  expect(suggestPlaces("por")).toHaveLength(8);
  expect(suggestPlaces("portl")[0]).toBe("Portland, Oregon, US");
  expect(suggestPlaces("portland, m")).toContain("Portland, Maine, US");
  expect(suggestPlaces("portland, m")).not.toContain("Portland, Oregon, US");
});

test("every suggestion resolves to itself", () => {
  const begun = [
    "san",
    "new",
    "spr",
    "par",
    "lux",
    "sin",
    "mex",
    "saint",
    "hal",
    "cór",
    "東京",
    "mon",
    "vic",
    "ho chi",
  ];
  for (const text of begun) {
    const labels = suggestPlaces(text);
    expect(labels.length, text).toBeGreaterThan(0);
    for (const label of labels) expect(nameOf(label)).toBe(label);
  }
});

test.each([
  ["London", 51.5, -0.1],
  ["Sydney", -33.9, 151.2],
  ["Honolulu", 21.3, -157.9],
])("the cell of %s is on a 0.1° grid", (text, latitude, longitude) => {
  const cell = resolvePlace(text)?.cell ?? -1;
  expect(Math.abs(Math.floor(cell / 3600) / 10 - 90 - latitude)).toBeLessThan(0.2);
  expect(Math.abs((cell % 3600) / 10 - 180 - longitude)).toBeLessThan(0.2);
});

test("a place holds nothing more precise than its cell", () => {
  expect(Object.keys(resolvePlace("London") ?? {})).toEqual(["name", "cell"]);
});

test.each(hostile)("hostile text finds nothing and breaks nothing (%#)", (text) => {
  expect(resolvePlace(text)).toBeUndefined();
  expect(placeChoices(text)).toEqual([]);
  expect(suggestPlaces(text)).toEqual([]);
  expect(nameOf("London")).toBe("London, England, UK");
});

test("case, accents, punctuation and short forms make no difference to a place's name", () => {
  expect(placeKey("  St.-Étienne ")).toBe(placeKey("saint etienne"));
  expect(placeKey("Ft. Worth")).toBe("fort worth");
  expect(placeKey("Coeur d’Alene")).toBe(placeKey("COEUR D'ALENE"));
  expect(placeKey("Łódź")).toBe("lodz");
  expect(placeKey("!?")).toBe("");
});

test("every default suggestion resolves to itself unambiguously", () => {
  for (const name of SUGGESTED_TOWNS) {
    expect(nameOf(name)).toBe(name);
    expect(placeChoices(name)).toEqual([]);
  }
});
