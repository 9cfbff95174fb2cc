// Folds the spellings of an artist's name into one key.

/** Letters that Unicode does not decompose into a base letter and an accent. */
const BASE_LETTERS: Record<string, string> = {
  ß: "ss",
  æ: "ae",
  œ: "oe",
  ø: "o",
  đ: "d",
  ð: "d",
  ł: "l",
  þ: "th",
  ħ: "h",
  ı: "i",
};

/** Characters that show nothing, such as the variation selector between "❤" and "❤️", joiners and the blanks of scripts. */
const INVISIBLE = /[\p{Cf}\p{Default_Ignorable_Code_Point}\u2800]/gu;

/**
 * The key that artists are compared by: the name without case, accents, a leading "The", spaces and punctuation, with
 * "&" and "+" read as "and". Inside a word "!" is an i and "@" an a, and beside a letter "$" is an s ("P!nk", "A$AP").
 * Names made of signs alone ("!!!", "+/-") keep them, so that only a name that shows nothing has an empty key.
 */
export function artistKey(name: string): string {
  const shown = name.normalize("NFKD").replace(INVISIBLE, "");
  if (!/[\p{L}\p{N}]/u.test(shown)) return shown.normalize("NFKC").replace(/\s+/g, "");
  const words = readSymbols(shown.replace(/[\u0300-\u036f]/g, ""))
    .toLowerCase()
    .replace(/[ßæœøđðłþħı]/g, (letter) => BASE_LETTERS[letter] ?? letter)
    .replace(/[&+]/g, " and ")
    .replace(/[^\p{L}\p{N}\p{M}]+/gu, " ")
    .trim();
  // Marks that a removed symbol kept apart are put into their standard order.
  return words
    .replace(/^the (?=.)/, "")
    .replaceAll(" ", "")
    .normalize("NFKD");
}

/** Replaces symbols that stand for letters. A capital after a small letter begins a new word ("Tony!Toni!Toné!"). */
function readSymbols(name: string): string {
  // Browsers need a few milliseconds to compile such expressions.
  if (!/[!@$]/.test(name)) return name;
  return name
    .replace(
      /(\p{Lu}(?=.[\p{Lu}\p{Ll}])|\p{Ll}(?=.\p{Ll}))([!@])/gu,
      (_, before: string, symbol: string) => before + (symbol === "!" ? "i" : "a"),
    )
    .replace(
      /([\p{Lu}\p{Ll}]?)(\$+)(?=([\p{Lu}\p{Ll}]?))/gu,
      (whole, before: string, symbols: string, after: string) =>
        before || after ? before + symbols.replace(/./g, "s") : whole,
    );
}

/** Returns the names of a member's artists in order, since `json_group_array` keeps none. */
export function sortByPosition(artists: [position: number, name: string, ...unknown[]][]): string[] {
  return artists.sort(([a], [b]) => a - b).map(([, name]) => name);
}
