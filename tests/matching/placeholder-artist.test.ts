import { expect, test } from "vitest";
import { listKnownArtists } from "~/matching/known-artists.server";
import { isPlaceholderArtist } from "~/matching/placeholder-artist";

test.each([
  "Various Artists",
  "various",
  "VARIOUS  ARTISTS",
  "Unknown Artist",
  "<Unknown>",
  "<unknown>",
  "[unknown]",
  "(Unknown Artist)",
  "[data]",
  "[no artist]",
  "no artist",
  "VA",
  "V.A.",
  "V/A",
  "v.a",
  "[dialogue]",
  "Verschiedene Interpreten",
  "Varios Artistas",
  "Vários Artistas",
  "Artistes divers",
  "Artisti Vari",
  "AA.VV.",
  "Artista desconocido",
  "Blandade Artister",
  "Różni wykonawcy",
  "Разные исполнители",
  "Неизвестный исполнитель",
  "ヴァリアス・アーティスト",
  "群星",
  "여러 아티스트",
])("%s is no artist", (name) => {
  expect(isPlaceholderArtist(name)).toBe(true);
});

test.each([
  "Data",
  "The Unknown",
  "Unknown Mortal Orchestra",
  "Various Cruelties",
  "Vå",
  "Van Halen",
  "Vanessa",
  "Anonymous",
  "Artist",
  "Artist vs. Poet",
  "None",
  "!!!",
  "?",
  "",
])("%s may be an artist", (name) => {
  expect(isPlaceholderArtist(name)).toBe(false);
});

test("no known artist is a placeholder", () => {
  expect(listKnownArtists().filter(({ name }) => isPlaceholderArtist(name))).toEqual([]);
});
