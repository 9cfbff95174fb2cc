import fc from "fast-check";
import { expect, test } from "vitest";
import { artistKey } from "~/models/artist";

test.each([
  ["case", "radiohead", "RADIOHEAD"],
  ["accents", "Sigur Rós", "sigur ros"],
  ["accents", "Motörhead", "Motorhead"],
  ["letters without a base letter", "MØ", "mo"],
  ["letters without a base letter", "Die Ärzte & Söhne GROẞ", "die arzte and sohne gross"],
  ["a leading The", "The Beatles", "Beatles"],
  ["punctuation", "AC/DC", "ACDC"],
  ["punctuation", "R.E.M.", "REM"],
  ["punctuation", "Guns N’ Roses", "Guns N' Roses"],
  ["hyphens", "Jay-Z", "JAY Z"],
  ["ampersands", "Simon & Garfunkel", "Simon and Garfunkel"],
  ["ampersands", "Florence + The Machine", "Florence and the Machine"],
  ["space around and within", "  Boards  of Canada ", "Boards of Canada"],
  ["wide letters", "ＡＢＢＡ", "ABBA"],
])("the same artist in another spelling: %s", (_, one, other) => {
  expect(artistKey(one)).toBe(artistKey(other));
});

test.each([
  ["The The", "Them"],
  ["Theatre of Tragedy", "atre of Tragedy"],
  ["!!!", "???"],
  ["Пикник", "Кино"],
  ["かぐや", "がぐや"],
  ["लता मंगेशकर", "आशा भोसले"],
])("%s and %s are two artists", (one, other) => {
  expect(artistKey(one)).not.toBe(artistKey(other));
});

test("every name that is not blank has a key, and a key is its own key", () => {
  fc.assert(
    fc.property(fc.string({ unit: "grapheme", minLength: 1 }), (name) => {
      fc.pre(name.trim() !== "");
      const key = artistKey(name);
      expect(key).not.toBe("");
      expect(artistKey(key)).toBe(key);
    }),
  );
});
