// Names of places, pure: how they are compared.

const letters: Record<string, string> = {
  ß: "ss",
  ø: "o",
  ł: "l",
  đ: "d",
  ð: "d",
  æ: "ae",
  œ: "oe",
  ı: "i",
  þ: "th",
};
const words: Record<string, string> = { st: "saint", ste: "sainte", ft: "fort", mt: "mount" };

/**
 * The form in which place names are compared: case, accents, punctuation and the short forms of "Saint",
 * "Fort" and "Mount" make no difference. Empty for text without a letter or digit.
 */
export function placeKey(text: string) {
  const plain = text
    .slice(0, 200)
    .normalize("NFKD")
    .replace(/[\u0300-\u036f]/g, "")
    .normalize("NFC")
    .toLowerCase()
    .replace(/[ßøłđðæœıþ]/g, (letter) => letters[letter] ?? letter)
    .replace(/['’‘ʻʼ`´]/g, "")
    .replace(/[^\p{L}\p{M}\p{N}]+/gu, " ")
    .trim();
  return plain.replace(/\b(st|ste|ft|mt) /g, (short) => `${words[short.trim()]} `);
}
