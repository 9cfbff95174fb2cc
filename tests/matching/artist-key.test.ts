import fc from "fast-check";
import { expect, test } from "vitest";
import { artistKey } from "~/matching/artist-key";

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
])("spellings of one artist differ only in %s", (_, one, other) => {
  expect(artistKey(one)).toBe(artistKey(other));
});

test.each([
  ["The The", "Them"],
  ["Theatre of Tragedy", "atre of Tragedy"],
  ["!!!", "???"],
  ["Пикник", "Кино"],
  ["かぐや", "がぐや"],
  ["लता मंगेशकर", "आशा भोसले"],
])("%s and %s are different artists", (one, other) => {
  expect(artistKey(one)).not.toBe(artistKey(other));
});

test("every name but a blank one has a key, and keys are stable", () => {
  fc.assert(
    fc.property(fc.string({ unit: "grapheme", minLength: 1 }), (name) => {
      fc.pre(name.trim() !== "");
      const key = artistKey(name);
      expect(key).not.toBe("");
      expect(artistKey(key)).toBe(key);
    }),
  );
});
