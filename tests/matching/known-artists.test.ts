import { readFileSync } from "node:fs";
import { GENRES } from "db/column-types";
import { expect, test } from "vitest";
import { artistKey } from "~/matching/artist-key";
import {
  fameOf,
  findNearNames,
  genresOf,
  listKnownArtists,
  PRIOR_SHARE,
  suggestByGenre,
} from "~/matching/known-artists.server";
import { MAX_ARTIST_NAME } from "~/models/music/preferences";

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
