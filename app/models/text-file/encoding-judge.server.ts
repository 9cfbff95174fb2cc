// Judges which of the encodings that spreadsheets write a text is in. Its model takes 100 ms to load and 400 ms for the first
// text, so it runs only in processes beside the server.
import iconv from "iconv-lite";
import { detectAll } from "jschardet";
import type { TextEncoding } from "./text-encoding";
import type { EncodingJudge } from "./text-file.server";

/** In order of preference: the first of those that decode alike or are equally likely. */
const JUDGED: TextEncoding[] = ["windows-1252", "windows-1250", "windows-1251"];

/** The likeliest of the single-byte encodings. */
export const judgeEncoding: EncodingJudge = async (latin1) => {
  const sample = Buffer.from(latin1, "latin1");
  const found = detectAll(sample, { detectEncodings: JUDGED, minimumThreshold: 0 });
  const likeness = (encoding: TextEncoding) =>
    found.find((each) => each.encoding?.toLowerCase() === encoding)?.confidence ?? 0;
  const texts = JUDGED.map((encoding) => ({ encoding, text: iconv.decode(sample, encoding) }));
  const [western] = texts;
  const possible = texts.filter(({ text }) => !text.includes("\ufffd") && !isOdd(text, western?.text ?? ""));
  const [likeliest = { encoding: "windows-1252" as const }] = possible.sort(
    (one, other) => likeness(other.encoding) - likeness(one.encoding),
  );
  return likeliest.encoding;
};

/**
 * Characters that no language uses, letters beside or in place of "£5", "¾", "nº" and the like, and Cyrillic ones in a Latin
 * word.
 */
const ODD_LETTER =
  /[˝ˇ˛˙]|(?<!\p{L})[ŁĽľŞşą](?![\p{L}.])|(?<=\b[Nn])ş(?!\p{L})|ż(?=\p{Lu})|\p{sc=Latn}\p{sc=Cyrl}(?!\p{sc=Cyrl})|(?<!\p{sc=Cyrl})\p{sc=Cyrl}\p{sc=Latn}/gu;

/** True if half of the letters that differ from a text's Western reading are out of place. */
function isOdd(text: string, western: string): boolean {
  const odd = text.match(ODD_LETTER)?.length ?? 0;
  return odd > 0 && 2 * odd >= [...text].filter((letter, at) => letter !== western[at]).length;
}
