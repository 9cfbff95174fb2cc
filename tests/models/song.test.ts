import { expect, test } from "vitest";
import { isSameSong } from "~/models/song";

const spoon = { artist: "Can", title: "Spoon" };

test.each(["spoon", "Spoon (2004 Remaster)", "Spoon - Live", "Spoon [Mono] feat. Damo Suzuki", "SPOON!"])(
  "%j is another edition of the song",
  (title) => {
    expect(isSameSong(spoon, { artist: "CAN", title })).toBe(true);
  },
);

test.each([
  { artist: "Can", title: "Spoonful" },
  { artist: "Can", title: "Vitamin C" },
  { artist: "Cannibal Ox", title: "Spoon" },
])("$artist's $title is another song", (other) => {
  expect(isSameSong(spoon, other)).toBe(false);
});

test("a title that consists of an addition is kept whole", () => {
  expect(isSameSong({ artist: "M", title: "(Intro)" }, { artist: "M", title: "(Outro)" })).toBe(false);
});
