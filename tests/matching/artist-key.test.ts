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
