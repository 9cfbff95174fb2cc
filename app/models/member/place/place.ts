// Place names: how they are compared, and the towns that are suggested first.

const LETTERS: Record<string, string> = {
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
const ABBREVIATIONS: Record<string, string> = { st: "saint", ste: "sainte", ft: "fort", mt: "mount" };

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
    .replace(/[ßøłđðæœıþ]/g, (letter) => LETTERS[letter] ?? letter)
    .replace(/['’‘ʻʼ`´]/g, "")
    .replace(/[^\p{L}\p{M}\p{N}]+/gu, " ")
    .trim();
  return plain.replace(/\b(st|ste|ft|mt) /g, (short) => `${ABBREVIATIONS[short.trim()]} `);
}

/** Large towns around the world, under their names in the gazetteer. */
export const SUGGESTED_TOWNS = [
  "Amsterdam, North Holland, Netherlands",
  "Austin, Texas, US",
  "Bangkok, Thailand",
  "Barcelona, Catalonia, Spain",
  "Berlin, State of Berlin, Germany",
  "Buenos Aires, Buenos Aires F.D., Argentina",
  "Cairo, Egypt",
  "Chicago, Illinois, US",
  "Delhi, India",
  "Dublin, Leinster, Ireland",
  "Glasgow, Scotland, UK",
  "Istanbul, Türkiye",
  "Jakarta, Indonesia",
  "Johannesburg, Gauteng, South Africa",
  "Lagos, Nigeria",
  "Lisbon, Portugal",
  "London, England, UK",
  "Los Angeles, California, US",
  "Madrid, Spain",
  "Manchester, England, UK",
  "Mexico City, Mexico",
  "Mumbai, Maharashtra, India",
  "Nairobi, Nairobi County, Kenya",
  "Nashville, Tennessee, US",
  "New York City, New York, US",
  "Paris, Île-de-France, France",
  "Rome, Lazio, Italy",
  "San Francisco, California, US",
  "São Paulo, Brazil",
  "Seattle, Washington, US",
  "Seoul, South Korea",
  "Singapore, Singapore",
  "Stockholm, Sweden",
  "Sydney, New South Wales, Australia",
  "Tokyo, Japan",
  "Toronto, Ontario, Canada",
  "Vienna, Austria",
  "Warsaw, Mazovia, Poland",
];
