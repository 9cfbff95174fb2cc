import { expect, test } from "vitest";
import { distinctArtists, moveArtist, placeArtist, pressFavoritesButton } from "~/models/music/favorites";

test("names are cleaned, and placeholders and other spellings of an artist dropped", () => {
  expect(
    distinctArtists([
      " Beatles ",
      "",
      "  ",
      "Various Artists",
      "no artist",
      "The Beatles",
      "Björk",
      "bjork",
      "!!!",
    ]),
  ).toEqual(["Beatles", "Björk", "!!!"]);
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

test.each([
  [0, 2, ["Low", "Pram", "Can"]],
  [2, 0, ["Pram", "Can", "Low"]],
  [1, 1, ["Can", "Low", "Pram"]],
  [7, 0, ["Can", "Low", "Pram"]],
])("the artist at %i is placed at %i", (from, to, list) => {
  expect(placeArtist(["Can", "Low", "Pram"], from, to)).toEqual(list);
});

test.each([
  ["add", "Neu!", { artists: ["Can", "Low", "Pram", "Neu!"], hasAdded: true, saves: false }],
  ["save", "Neu!", { artists: ["Can", "Low", "Pram", "Neu!"], hasAdded: true, saves: true }],
  ["save", " ", { artists: ["Can", "Low", "Pram"], hasAdded: false, saves: true }],
  ["enter", "Neu!", { artists: ["Can", "Low", "Pram", "Neu!"], hasAdded: true, saves: false }],
  ["enter", "", { artists: ["Can", "Low", "Pram"], hasAdded: false, saves: true }],
  ["list", "Neu", { artists: ["Can", "Low", "Pram"], hasAdded: false, saves: false }],
  ["suggest", "Neu", { artists: ["Can", "Low", "Pram"], hasAdded: false, saves: false }],
  ["remove 0", "Neu", { artists: ["Low", "Pram"], hasAdded: false, saves: false }],
  ["up 1", "Neu", { artists: ["Low", "Can", "Pram"], hasAdded: false, saves: false }],
])("%s with %j in the field", (button, typed, outcome) => {
  expect(pressFavoritesButton({ listed: ["Can", "Low"], ticked: ["Pram", "low"], typed }, button)).toEqual(
    outcome,
  );
});

test.each([
  ["add", "", "Enter an artist's name first"],
  ["add", "the CAN", "Can is already on your list"],
  ["save", "low", "Low is already on your list"],
])("%s with %j in the field is refused, and keeps what was ticked", (button, typed, message) => {
  const outcome = pressFavoritesButton({ listed: ["Can"], ticked: ["Low"], typed }, button);
  expect(outcome).toEqual({ artists: ["Can", "Low"], message, hasAdded: false, saves: false });
});

test("enter in an empty form does nothing", () => {
  const outcome = pressFavoritesButton({ listed: [], ticked: [], typed: " " }, "enter");
  expect(outcome).toEqual({ artists: [], hasAdded: false, saves: false });
});
