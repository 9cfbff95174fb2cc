import { expect, test } from "vitest";
import { MAX_ARTIST_NAME, MAX_ARTISTS } from "~/models/music/preferences";
import { buildImportOffer, mergeArtists } from "~/models/music-account/music-account";

const listening = (...topArtists: string[]) => ({ playCount: 7, topArtists });

test("artists already listed in any spelling are not offered", () => {
  const offer = buildImportOffer(listening("BEATLES", "Björk", "Can", "can"), ["The Beatles", "Bjork"]);
  expect(offer).toEqual({ playCount: 7, newArtists: ["Can"], known: 2, room: MAX_ARTISTS - 2 });
});

test("names the list can't hold are not offered", () => {
  const odd = [
    "Various Artists",
    "[unknown]",
    "",
    " ",
    "\u0000",
    "\u202e",
    "x".repeat(MAX_ARTIST_NAME + 1),
    "\ud800",
  ];
  expect(buildImportOffer(listening(...odd, " Can\u0000 "), []).newArtists).toEqual(["Can"]);
});

test("a full list has no room, and a service without artists offers nothing", () => {
  const full = Array.from({ length: MAX_ARTISTS }, (_, i) => `Artist ${i}`);
  expect(buildImportOffer(listening("Can"), full)).toMatchObject({ newArtists: ["Can"], room: 0 });
  expect(buildImportOffer({ playCount: null, topArtists: null }, [])).toMatchObject({
    newArtists: [],
    known: 0,
  });
});

test("imported artists are appended, and the list keeps its order", () => {
  expect(mergeArtists(["Can", "Neu!"], ["Faust", "CAN", "Harmonia"])).toEqual([
    "Can",
    "Neu!",
    "Faust",
    "Harmonia",
  ]);
});
