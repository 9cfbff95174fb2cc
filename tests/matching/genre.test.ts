import { GENRES } from "db/column-types";
import { expect, test } from "vitest";
import { countGenres, FILTER_GENRES, filterMask, genreMask } from "~/matching/genre";

test("there are 25 genres, 14 of which are filters", () => {
  expect(GENRES).toHaveLength(25);
  expect(new Set(GENRES).size).toBe(25);
  expect(FILTER_GENRES).toEqual([
    "Rock",
    "Pop",
    "Jazz",
    "Electronic",
    "Hip-Hop",
    "R&B",
    "Country",
    "Folk",
    "Classical",
    "Blues",
    "Metal",
    "Punk",
    "Reggae",
    "Alternative",
  ]);
});

test("every genre has its own bit", () => {
  expect(countGenres(genreMask(GENRES))).toBe(25);
  for (const genre of GENRES) expect(countGenres(genreMask([genre]))).toBe(1);
  expect(genreMask([])).toBe(0);
});

test("a parent genre finds its children, but not the other way around", () => {
  const finds = (chosen: (typeof GENRES)[number]) =>
    GENRES.filter((genre) => filterMask([chosen]) & genreMask([genre]));
  expect(finds("Electronic")).toEqual(["Electronic", "Dance", "House", "Techno", "Ambient"]);
  expect(finds("Alternative")).toEqual(["Alternative", "Indie"]);
  expect(finds("R&B")).toEqual(["R&B", "Funk", "Soul"]);
  expect(finds("Folk")).toEqual(["Folk", "Singer-Songwriter", "Acoustic"]);
  expect(finds("Techno")).toEqual(["Techno"]);
  expect(finds("Rock")).toEqual(["Rock"]);
});
