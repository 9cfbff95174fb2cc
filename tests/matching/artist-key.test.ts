// The keys of artists, the known ones, genres, and the cells of the map.

import { readFileSync } from "node:fs";
import { GENRES } from "db/column-types";
import fc from "fast-check";
import { expect, test } from "vitest";
import { artistKey } from "~/matching/artist-key";
import { cellOf, cellsWithin, distanceMiles } from "~/matching/cell";
import { countGenres, FILTER_GENRES, filterMask, genreMask } from "~/matching/genre";
import {
  fameOf,
  findNearNames,
  genresOf,
  listKnownArtists,
  PRIOR_SHARE,
  suggestByGenre,
} from "~/matching/known-artists.server";
import { MAX_ARTIST_NAME } from "~/models/music/preferences";

test.each([
  ["case", "radiohead", "RADIOHEAD"],
  ["accents", "Sigur Rós", "sigur ros"],
  ["accents", "Motörhead", "Motorhead"],
  ["letters that do not decompose", "MØ", "mo"],
  ["letters that do not decompose", "Die Ärzte & Söhne GROẞ", "die arzte and sohne gross"],
  ["a leading The", "The Beatles", "Beatles"],
  ["punctuation", "AC/DC", "ACDC"],
  ["punctuation", "R.E.M.", "REM"],
  ["punctuation", "Guns N’ Roses", "Guns N' Roses"],
  ["hyphens", "Jay-Z", "JAY Z"],
  ["ampersands", "Simon & Garfunkel", "Simon and Garfunkel"],
  ["ampersands", "Florence + The Machine", "Florence and the Machine"],
  ["spacing", "  Boards  of Canada ", "Boards of Canada"],
  ["full-width letters", "ＡＢＢＡ", "ABBA"],
  ["an exclamation mark for an i", "P!nk", "Pink"],
  ["an exclamation mark for an i", "M!LK", "milk"],
  ["an exclamation mark for an i", "P！NK", "Pink"],
  ["dollar signs for an s", "Ke$ha", "Kesha"],
  ["dollar signs for an s", "A$AP Rocky", "ASAP Rocky"],
  ["dollar signs for an s", "$uicideboy$", "Suicideboys"],
  ["dollar signs for an s", "Ty Dolla $ign", "Ty Dolla Sign"],
  ["dollar signs for an s", "Joey Bada$$", "joey badass"],
  ["dollar signs for an s", "KË＄HA", "Kesha"],
  ["an at sign for an a", "C@t Stevens", "Cat Stevens"],
  ["exclamation marks after words", "Wham!", "Wham"],
  ["exclamation marks after words", "Panic! at the Disco", "Panic at the Disco"],
  ["exclamation marks after words", "Godspeed You! Black Emperor", "Godspeed You Black Emperor!"],
  ["exclamation marks after words", "Tony!Toni!Toné!", "Tony! Toni! Toné!"],
  ["exclamation marks after words", "ラブライブ！サンシャイン", "ラブライブ サンシャイン"],
  ["exclamation marks before words", "¡Forward, Russia!", "!Forward, Russia!"],
  ["exclamation marks before words", "The !Forward", "the forward"],
  ["other punctuation", "Therapy?", "Therapy"],
  ["other punctuation", "Sunn O)))", "sunn o"],
  ["other punctuation", "hed(p.e.)", "hed PE"],
  ["other punctuation", "Panic @ the Disco", "Panic the Disco"],
  ["other punctuation", "$5 Bill", "5 Bill"],
  ["how a sign is drawn", "❤️", "❤"],
  ["how a sign is drawn", "❤️ Band", "❤︎ band"],
  ["marks that show nothing", "Ab\u00adba\u200b", "Abba"],
  ["marks that show nothing", "☠\u200d☠", "☠☠"],
  ["spacing", "+ / -", "+/-"],
])("spellings of one artist differ only in %s", (_, one, other) => {
  expect(artistKey(one)).toBe(artistKey(other));
});

test.each([
  ["The The", "Them"],
  ["Theatre of Tragedy", "atre of Tragedy"],
  ["!!!", "???"],
  ["!!!", "iii"],
  ["$$$", "sss"],
  ["$$$", "$"],
  ["☠️", "❤️"],
  ["+/-", "&"],
  ["&", "and"],
  ["+", "++"],
  ["Wham!", "Whami"],
  ["Against Me!", "Against Mei"],
  ["Neu!", "Neui"],
  ["Blink-182", "Blink-i82"],
  ["deadmau5", "deadmaus"],
  ["Пикник", "Кино"],
  ["かぐや", "がぐや"],
  ["लता मंगेशकर", "आशा भोसले"],
])("%s and %s are different artists", (one, other) => {
  expect(artistKey(one)).not.toBe(artistKey(other));
});

test.each(["", " ", "\u200b", "\u3164", "\u2800", "\ufe0f", "\u115f\uffa0", "\u{e0100}"])(
  "a name that shows nothing has no key: %j",
  (name) => {
    expect(artistKey(name)).toBe("");
  },
);

test("every name that shows something has a key, and keys are stable", () => {
  fc.assert(
    fc.property(fc.string({ unit: "grapheme", minLength: 1 }), (name) => {
      fc.pre(/[^\s\p{Cf}\p{Default_Ignorable_Code_Point}\u2800]/u.test(name));
      const key = artistKey(name);
      expect(key).not.toBe("");
      expect(artistKey(key)).toBe(key);
    }),
    { examples: [["\ufe81\u{1d15e}"], ["℃"], ["™"], ["≠"]] },
  );
});

const lines = readFileSync("db/known-artists.tsv", "utf8").trimEnd().split("\n");

test("every line has a name, a fame and genres in their order", () => {
  const order = (genres: string) => GENRES.filter((genre) => genres.split(",").includes(genre)).join(",");
  const malformed = lines.filter((line) => {
    const [name = "", fame = "", genres = "", ...rest] = line.split("\t");
    const isName = name === name.trim().normalize("NFC") && name !== "" && name.length <= MAX_ARTIST_NAME;
    return !isName || !/^[1-4]$/.test(fame) || genres === "" || order(genres) !== genres || rest.length > 0;
  });
  expect(malformed).toEqual([]);
});

test("no artist is listed twice, and all are in the order of their keys", () => {
  const keys = lines.map((line) => artistKey(line.split("\t")[0] ?? ""));
  expect(keys.filter((key, index) => keys.indexOf(key) !== index)).toEqual([]);
  expect(keys).toEqual([...keys].sort());
  expect(listKnownArtists().map(({ key }) => key)).toEqual(keys);
});

test.each(GENRES)("%s has at least 60 artists", (genre) => {
  expect(listKnownArtists().filter(({ genres }) => genres.includes(genre)).length).toBeGreaterThanOrEqual(60);
});

test.each([
  ["Abba", 1],
  ["Radiohead", 1],
  ["the beatles", 1],
  ["PJ Harvey", 2],
  ["Joni Mitchell", 2],
  ["Broadcast", 3],
  ["Sun Ra", 3],
  ["Arthur Russell", 4],
  ["Pram", 4],
  ["Nobody's Heard of This Band", undefined],
])("the fame of %s is %s", (name, fame) => {
  expect(fameOf(artistKey(name))).toBe(fame);
});

test("a member of the prior lists about as many artists as members do", () => {
  const listed = listKnownArtists().reduce((sum, { fame }) => sum + PRIOR_SHARE[fame], 0);
  expect(listed).toBeGreaterThan(40);
  expect(listed).toBeLessThan(70);
});

test("suggestions are of the genres, mostly widely known or known to their listeners", () => {
  const suggested = suggestByGenre(["Jazz", "Techno"], new Set(), 40);
  expect(suggested).toHaveLength(40);
  expect(new Set(suggested).size).toBe(40);
  expect(suggested.filter(({ genres }) => genres.includes("Jazz")).length).toBeGreaterThanOrEqual(20);
  expect(suggested.filter(({ genres }) => genres.includes("Techno")).length).toBeGreaterThanOrEqual(20);
  const share = (...fames: number[]) =>
    suggested.filter(({ fame }) => fames.includes(fame)).length / suggested.length;
  expect(share(2, 3)).toBeGreaterThan(0.5);
  expect(share(1)).toBeGreaterThan(0);
  expect(share(4)).toBeGreaterThan(0);
});

test("suggestions are the same each time, and what is excluded makes room for the next", () => {
  const suggested = suggestByGenre(["Folk", "Pop"], new Set(), 12);
  expect(suggestByGenre(["Folk", "Pop"], new Set(), 12)).toEqual(suggested);
  const excluded = new Set(suggested.slice(0, 5).map(({ key }) => key));
  const others = suggestByGenre(["Folk", "Pop"], excluded, 12);
  expect(others).toHaveLength(12);
  expect(others.filter(({ key }) => excluded.has(key))).toEqual([]);
  expect(others).toEqual(expect.arrayContaining(suggested.slice(5)));
});

test("a genre named twice counts once, and no genre gets no suggestions", () => {
  expect(suggestByGenre(["Soul", "Soul"], new Set(), 9)).toEqual(suggestByGenre(["Soul"], new Set(), 9));
  expect(suggestByGenre([], new Set(), 9)).toEqual([]);
});

test("suggestions end with the list", () => {
  const ofGenre = listKnownArtists().filter(({ genres }) => genres.includes("Gospel"));
  expect(suggestByGenre(["Gospel"], new Set(), 10_000)).toHaveLength(ofGenre.length);
});

test.each<[string[], string[]]>([
  [["Massive Attack"], ["Electronic", "Alternative"]],
  [
    ["Massive Attack", "Portishead", "Broadcast"],
    ["Electronic", "Alternative"],
  ],
  [["Broadcast"], ["Electronic", "Experimental"]],
  [
    ["Nick Drake", "Metallica", "Kendrick Lamar"],
    ["Rock", "Hip-Hop", "Folk", "Metal", "Singer-Songwriter"],
  ],
  [
    ["Burial", "Aphex Twin", "The Clash"],
    ["Rock", "Electronic", "Punk", "Ambient"],
  ],
  [["Nobody's Heard of This Band"], []],
])("%j stand for %j", (artists, genres) => {
  expect(genresOf(artists, 5)).toEqual(genres);
});

test.each([
  ["radiohed", "Radiohead"],
  ["Raidohead", "Radiohead"],
  ["stereolabs", "Stereolab"],
  ["Bjrok", "Björk"],
  ["Sufian Stevns", "Sufjan Stevens"],
])("%s may mean %s", (typed, name) => {
  expect(findNearNames(artistKey(typed), 3)[0]).toBe(name);
});

test("a known name, a short one and one like no other mean nobody else", () => {
  for (const name of ["Radiohead", "Lwo", "Zorbal Pause", "x".repeat(100), ""])
    expect([name, findNearNames(artistKey(name), 3)]).toEqual([name, []]);
  expect(findNearNames(artistKey("The Chameleon"), 1)).toHaveLength(1);
});

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

const LONDON = cellOf(51.5074, -0.1278);
const PARIS = cellOf(48.8566, 2.3522);
const NEW_YORK = cellOf(40.7128, -74.006);

const cell = fc.integer({ min: 0, max: 1800 * 3600 - 1 });

test("cells count rows from the south pole and columns from the date line", () => {
  expect(cellOf(-90, -180)).toBe(0);
  expect(cellOf(0.05, 0.05)).toBe(900 * 3600 + 1800);
  expect(cellOf(89.99, 179.99)).toBe(1800 * 3600 - 1);
});

test("the poles and the date line have cells", () => {
  expect(cellOf(90, 0)).toBe(1799 * 3600 + 1800);
  expect(cellOf(0, 180)).toBe(cellOf(0, -180));
});

test("distances match the map, in steps of 5 miles", () => {
  expect(distanceMiles(LONDON, PARIS)).toBe(220); // 213 between the town centers
  expect(distanceMiles(LONDON, NEW_YORK)).toBe(3460); // 3459
  expect(distanceMiles(LONDON, LONDON)).toBe(5);
});

test("the distance to an unknown place is unknown", () => {
  expect(distanceMiles(LONDON, null)).toBeNull();
  expect(distanceMiles(null, LONDON)).toBeNull();
  expect(distanceMiles(null, null)).toBeNull();
});

test("distances take the short way across the date line", () => {
  expect(distanceMiles(cellOf(-16.8, 179.95), cellOf(-16.8, -179.95))).toBe(10);
});

test("cells around a pole are close to each other", () => {
  expect(distanceMiles(cellOf(89.95, -180), cellOf(89.95, 0))).toBe(10);
});

test("distances are symmetric, multiples of 5, and at most half the earth's circumference", () => {
  fc.assert(
    fc.property(cell, cell, (a, b) => {
      const miles = distanceMiles(a, b) ?? 0;
      expect(miles).toBe(distanceMiles(b, a));
      expect(miles % 5).toBe(0);
      expect(miles).toBeGreaterThanOrEqual(5);
      expect(miles).toBeLessThanOrEqual(12_440);
    }),
  );
});

test("cells within a distance are exactly those at most that far away", () => {
  const places = fc.oneof(
    cell,
    fc.constantFrom(LONDON, cellOf(0, 179.99), cellOf(-16.8, -180), cellOf(89.95, 10), cellOf(-90, 0)),
  );
  const steps = fc.integer({ min: 1, max: 20 }).map((step) => step * 5);
  fc.assert(
    fc.property(
      places,
      steps,
      fc.integer({ min: -20, max: 20 }),
      fc.integer({ min: -1800, max: 1800 }),
      (from, max, up, along) => {
        const row = Math.min(1799, Math.max(0, Math.floor(from / 3600) + up));
        const other = row * 3600 + ((from + along + 3600) % 3600);
        const inside = cellsWithin(from, max).some(({ low, high }) => low <= other && other <= high);
        expect(inside).toBe((distanceMiles(from, other) ?? 0) <= max);
      },
    ),
  );
});

test("ranges do not overlap, and each stays within a row", () => {
  fc.assert(
    fc.property(cell, fc.constantFrom(5, 25, 100), (from, max) => {
      const ranges = cellsWithin(from, max).sort((a, b) => a.low - b.low);
      for (const { low, high } of ranges) {
        expect(low).toBeLessThanOrEqual(high);
        expect(Math.floor(low / 3600)).toBe(Math.floor(high / 3600));
      }
      const disjoint = ranges.slice(1).every((range, i) => range.low > (ranges[i]?.high ?? 0));
      expect(disjoint).toBe(true);
    }),
  );
});
