import { expect, test } from "vitest";
import { distinctArtists, moveArtist } from "~/models/music/favorites";

test("names are cleaned, and other spellings of an artist dropped", () => {
  expect(distinctArtists([" Beatles ", "", "  ", "The Beatles", "Björk", "bjork", "!!!"])).toEqual([
    "Beatles",
    "Björk",
    "!!!",
  ]);
  expect(distinctArtists(Array.from({ length: 5000 }, (_, index) => `Artist ${index}`))).toHaveLength(100);
});

test.each([
  ["up 1", ["Low", "Can", "Pram"]],
  ["up 0", ["Can", "Low", "Pram"]],
  ["down 0", ["Low", "Can", "Pram"]],
  ["down 2", ["Can", "Low", "Pram"]],
  ["remove 1", ["Can", "Pram"]],
  ["up 7", ["Can", "Low", "Pram"]],
  ["save", ["Can", "Low", "Pram"]],
  ["constructor 1", ["Can", "Low", "Pram"]],
])("%s makes the list %j", (button, list) => {
  expect(moveArtist(["Can", "Low", "Pram"], button)).toEqual(list);
});
