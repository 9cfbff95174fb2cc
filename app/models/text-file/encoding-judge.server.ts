// Judges in which of the encodings that spreadsheets write a text is. Its model takes 100 ms to load and 400 ms for the first
// text, so that only processes beside the server judge.
import iconv from "iconv-lite";
import { detectAll } from "jschardet";
import type { TextEncoding } from "./text-encoding";
import type { EncodingJudge } from "./text-file.server";

/** Where two are as likely, they decode alike, or the letters are those of more files. */
const JUDGED: TextEncoding[] = ["windows-1252", "windows-1250", "windows-1251"];

/** The likeliest of the encodings with a byte a letter. */
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
 * Signs that no language uses, letters beside or in place of "£5", "¾", "nº" and the like, and a Cyrillic one in a Latin word.
 */
const ODD_LETTER =
  /[˝ˇ˛˙]|(?<!\p{L})[ŁĽľŞşą](?![\p{L}.])|(?<=\b[Nn])ş(?!\p{L})|ż(?=\p{Lu})|\p{sc=Latn}\p{sc=Cyrl}(?!\p{sc=Cyrl})|(?<!\p{sc=Cyrl})\p{sc=Cyrl}\p{sc=Latn}/gu;

/** True if half of the letters by which a text differs from its Western reading are out of place. */
function isOdd(text: string, western: string): boolean {
  const odd = text.match(ODD_LETTER)?.length ?? 0;
  return odd > 0 && 2 * odd >= [...text].filter((letter, at) => letter !== western[at]).length;
}
