// Decodes text files: by their byte order mark, else as UTF-8, else as the likeliest of the encodings that spreadsheets write.
import iconv from "iconv-lite";
import type { TextEncoding } from "./text-encoding";

/** Where two are as likely, they decode alike, or the letters are those of more files. */
const JUDGED: TextEncoding[] = ["windows-1252", "windows-1250", "windows-1251"];
/** What stands for bytes that an encoding lacks. */
const LOST = /\ufffd/g;
/** UTF-8 has at least so many letters beyond ASCII to each that is broken. */
const INTACT = 4;
/** How much of a stream is judged by, from its first letter beyond ASCII on, and about how much of the lines with such letters. */
const HEAD_BYTES = 256 * 1024;
const JUDGED_BYTES = 16 * 1024;
/** How much of a line is judged before and after its first such letter. */
const LINE_BYTES = 1000;

const marks: [TextEncoding, number[]][] = [
  ["utf-8", [0xef, 0xbb, 0xbf]],
  ["utf-16le", [0xff, 0xfe]],
  ["utf-16be", [0xfe, 0xff]],
];

/** The text of a file, without its mark and without bytes that its encoding lacks. `chosen` is what a member says it is. */
export async function decodeText(
  bytes: Uint8Array,
  chosen?: TextEncoding,
): Promise<{ text: string; encoding: TextEncoding }> {
  const encoding = chosen ?? (await findEncoding(bytes));
  return { text: iconv.decode(bytes, encoding).replace(LOST, ""), encoding };
}

/**
 * The text of a file as it arrives, and `onEncoding` is told what it is read as. It is judged by its first letters beyond ASCII
 * unless a member has `chosen`.
 */
export async function* decodeTextStream(
  chunks: AsyncIterable<Buffer>,
  { chosen, onEncoding }: { chosen?: TextEncoding; onEncoding?: (encoding: TextEncoding) => void } = {},
): AsyncGenerator<string> {
  let decoder = chosen && iconv.getDecoder(chosen);
  let encoding: TextEncoding = chosen ?? "utf-8";
  let head: Buffer[] = [];
  let headBytes = 0;
  for await (const chunk of chunks) {
    if (!decoder && !headBytes && isAscii(chunk)) {
      yield chunk.toString("latin1");
      continue;
    }
    if (!decoder) {
      head.push(chunk);
      headBytes += chunk.length;
      if (headBytes < HEAD_BYTES) continue;
    }
    const bytes = decoder ? chunk : Buffer.concat(head);
    if (!decoder) {
      encoding = await findEncoding(bytes, true);
      decoder = iconv.getDecoder(encoding);
    }
    head = [];
    yield decoder.write(bytes).replace(LOST, "");
  }
  if (head.length) {
    const all = await decodeText(Buffer.concat(head));
    encoding = all.encoding;
    yield all.text;
  }
  const rest = decoder?.end()?.replace(LOST, "");
  if (rest) yield rest;
  onEncoding?.(encoding);
}

/** `isBegun` says that more bytes follow, the first of which may belong to the last letter. */
async function findEncoding(bytes: Uint8Array, isBegun = false): Promise<TextEncoding> {
  const marked = marks.find(([, mark]) => mark.every((byte, at) => bytes[at] === byte));
  if (marked) return marked[0];
  const zero = bytes.indexOf(0);
  // Letters of Latin, such as the separators of cells, have a byte of zero in UTF-16.
  if (zero >= 0) return zero % 2 ? "utf-16le" : "utf-16be";
  const text = new TextDecoder().decode(bytes, { stream: isBegun });
  const lost = text.match(LOST)?.length ?? 0;
  // A program that cuts cells by bytes breaks some letters. Other encodings make few by chance.
  return lost * INTACT <= countLetters(text) - lost ? "utf-8" : judge(bytes);
}

/** Counts the letters beyond ASCII. */
function countLetters(text: string): number {
  return text.match(/\P{ASCII}/gu)?.length ?? 0;
}

/** The likeliest of the encodings with a byte a letter. Lines in ASCII, such as headings, would speak for English. */
async function judge(bytes: Uint8Array): Promise<TextEncoding> {
  const sample = Buffer.from(findTellingLines(Buffer.from(bytes).toString("latin1")), "latin1");
  // Its model takes a tenth of a second to load, and most files are UTF-8.
  const { detectAll } = await import("jschardet");
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
}

/** Signs that no language uses, letters beside or in place of "£5", "¾", "nº" and the like, and a Cyrillic one in a Latin word. */
const ODD_LETTER =
  /[˝ˇ˛˙]|(?<!\p{L})[ŁĽľŞşą](?![\p{L}.])|(?<=\b[Nn])ş(?!\p{L})|ż(?=\p{Lu})|\p{sc=Latn}\p{sc=Cyrl}(?!\p{sc=Cyrl})|(?<!\p{sc=Cyrl})\p{sc=Cyrl}\p{sc=Latn}/gu;

/** True if half of the letters by which a text differs from its Western reading are out of place. */
function isOdd(text: string, western: string): boolean {
  const odd = text.match(ODD_LETTER)?.length ?? 0;
  return odd > 0 && 2 * odd >= [...text].filter((letter, at) => letter !== western[at]).length;
}

/** The first lines with letters beyond ASCII; of a long one what is around the letter. */
function findTellingLines(text: string): string {
  const letter = /[\u0080-\u00ff]/g;
  let lines = "";
  while (lines.length < JUDGED_BYTES && letter.test(text)) {
    const at = letter.lastIndex - 1;
    const start = Math.max(text.lastIndexOf("\n", at) + 1, at - LINE_BYTES);
    const next = text.indexOf("\n", at);
    const end = Math.min(next < 0 ? text.length : next + 1, at + LINE_BYTES);
    lines += text.slice(start, end);
    letter.lastIndex = end;
  }
  return lines;
}

function isAscii(bytes: Uint8Array): boolean {
  return bytes.every((byte) => byte > 0 && byte < 0x80);
}
