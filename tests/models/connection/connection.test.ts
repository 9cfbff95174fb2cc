import { expect, test } from "vitest";
import { mergeArtists, offerOf } from "~/models/connection";
import { MAX_ARTIST_NAME, MAX_ARTISTS } from "~/models/taste";

const listening = (...topArtists: string[]) => ({ playCount: 7, topArtists });

test("what is listed already, in whatever spelling, is not offered", () => {
  const offer = offerOf(listening("BEATLES", "Björk", "Can", "can"), ["The Beatles", "Bjork"]);
  expect(offer).toEqual({ playCount: 7, newArtists: ["Can"], known: 2, room: MAX_ARTISTS - 2 });
});

test("names that no list takes are not offered", () => {
  const odd = ["", " ", "\u0000", "\u202e", "x".repeat(MAX_ARTIST_NAME + 1), "\ud800"];
  expect(offerOf(listening(...odd, " Can\u0000 "), []).newArtists).toEqual(["Can"]);
});

test("a full list has no room, and a service without artists nothing to offer", () => {
  const full = Array.from({ length: MAX_ARTISTS }, (_, i) => `Artist ${i}`);
  expect(offerOf(listening("Can"), full)).toMatchObject({ newArtists: ["Can"], room: 0 });
  expect(offerOf({ playCount: null, topArtists: null }, [])).toMatchObject({ newArtists: [], known: 0 });
});

test("what is added goes below, and nothing of the list is moved or lost", () => {
  expect(mergeArtists(["Can", "Neu!"], ["Faust", "CAN", "Harmonia"])).toEqual([
    "Can",
    "Neu!",
    "Faust",
    "Harmonia",
  ]);
});
