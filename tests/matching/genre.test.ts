import { expect, test } from "vitest";
import { countGenres, FILTER_GENRES, filterMask, GENRES, genreMask } from "~/models/genre";

test("there are 25 genres, 14 of them filters", () => {
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

test("every genre has a bit of its own", () => {
  expect(countGenres(genreMask(GENRES))).toBe(25);
  for (const genre of GENRES) expect(countGenres(genreMask([genre]))).toBe(1);
  expect(genreMask([])).toBe(0);
});

test("a chosen parent finds its children, a child does not find its parent", () => {
  const finds = (chosen: (typeof GENRES)[number]) =>
    GENRES.filter((genre) => filterMask([chosen]) & genreMask([genre]));
  expect(finds("Electronic")).toEqual(["Electronic", "Dance", "House", "Techno", "Ambient"]);
  expect(finds("Alternative")).toEqual(["Alternative", "Indie"]);
  expect(finds("R&B")).toEqual(["R&B", "Funk", "Soul"]);
  expect(finds("Folk")).toEqual(["Folk", "Singer-Songwriter", "Acoustic"]);
  expect(finds("Techno")).toEqual(["Techno"]);
  expect(finds("Rock")).toEqual(["Rock"]);
});
