// How two spellings of an artist's name are known to be the same.

/** Letters that do not fall apart into a base letter and an accent. */
const PLAIN: Record<string, string> = {
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

/**
 * The key by which artists are compared: without case, accents, leading "The", spaces and punctuation
 * ("&" and "+" read as "and"). A name of nothing but signs ("!!!") keeps them, so that it has a key too.
 */
export function artistKey(name: string): string {
  const words = name
    .normalize("NFKD")
    .replace(/[\u0300-\u036f]/g, "")
    .toLowerCase()
    .replace(/[ßæœøđðłþħı]/g, (letter) => PLAIN[letter] ?? letter)
    .replace(/[&+]/g, " and ")
    .replace(/[^\p{L}\p{N}\p{M}]+/gu, " ")
    .trim();
  const key = words.replace(/^the (?=.)/, "").replaceAll(" ", "");
  return key || name.normalize("NFKC").toLowerCase().replace(/\s+/g, "");
}

/** A member's artists as the database packs them, each with its place, since not every engine orders what it packs. */
export function namesInPlace(packed: [position: number, name: string][]): string[] {
  return packed.sort(([a], [b]) => a - b).map(([, name]) => name);
}
