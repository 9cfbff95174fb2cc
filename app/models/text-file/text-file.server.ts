// Decodes text files: by their byte order mark, else as UTF-16 or UTF-8, else as a judge says.
import iconv from "iconv-lite";
import type { TextEncoding } from "./text-encoding";

/** The replacement for bytes that are invalid in an encoding. */
const LOST = /\ufffd/g;
/** UTF-8 has more than this many letters beyond ASCII for each broken one. */
const INTACT = 4;
/** How much of a text without a mark is looked at for UTF-16, and among how many bytes one is zero there. */
const WIDE_BYTES = 1000;
const WIDE_LETTERS = 20;
/** How much of a stream is judged, from its first letter beyond ASCII on, and about how much of the lines with such letters. */
const HEAD_BYTES = 256 * 1024;
const JUDGED_BYTES = 16 * 1024;
/** How much of a line is judged before and after its first such letter. */
const LINE_BYTES = 1000;

/**
 * Says which single-byte encoding a text is in, whose bytes are given as Latin-1. It gets at most a few lines, all with letters
 * beyond ASCII: ASCII lines, such as headings, would suggest English.
 */
export type EncodingJudge = (sample: string) => Promise<TextEncoding>;

const marks: [TextEncoding, number[]][] = [
  ["utf-8", [0xef, 0xbb, 0xbf]],
  ["utf-16le", [0xff, 0xfe]],
  ["utf-16be", [0xfe, 0xff]],
];

/** The text of a file, without its byte order mark and invalid bytes. `chosen` is the encoding that a member has chosen. */
export async function decodeText(
  bytes: Uint8Array,
  { judge, chosen }: { judge: EncodingJudge; chosen?: TextEncoding },
): Promise<{ text: string; encoding: TextEncoding }> {
  const encoding = chosen ?? (await findEncoding(bytes, judge));
  return { text: iconv.decode(bytes, encoding).replace(LOST, ""), encoding };
}

/**
 * The text of a file as it arrives; `onEncoding` is told its encoding. It is judged by its first letters beyond ASCII unless a
 * member has `chosen`.
 */
export async function* decodeTextStream(
  chunks: AsyncIterable<Buffer>,
  {
    judge,
    chosen,
    onEncoding,
  }: { judge: EncodingJudge; chosen?: TextEncoding; onEncoding?: (encoding: TextEncoding) => void },
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
      encoding = await findEncoding(bytes, judge, true);
      decoder = iconv.getDecoder(encoding);
    }
    head = [];
    yield decoder.write(bytes).replace(LOST, "");
  }
  if (head.length) {
    const all = await decodeText(Buffer.concat(head), { judge });
    encoding = all.encoding;
    yield all.text;
  }
  const rest = decoder?.end()?.replace(LOST, "");
  if (rest) yield rest;
  onEncoding?.(encoding);
}

/** `isBegun` says that more bytes follow, whose first may belong to the last letter. */
async function findEncoding(bytes: Uint8Array, judge: EncodingJudge, isBegun = false): Promise<TextEncoding> {
  const marked = marks.find(([, mark]) => mark.every((byte, at) => bytes[at] === byte));
  if (marked) return marked[0];
  const wide = findWide(bytes);
  if (wide) return wide;
  return isUtf8(bytes, isBegun) ? "utf-8" : judge(findTellingLines(Buffer.from(bytes).toString("latin1")));
}

/** The encoding of a text in which every other byte is often zero, as in UTF-16 with Latin letters and separators. */
function findWide(bytes: Uint8Array): TextEncoding | undefined {
  const head = bytes.subarray(0, WIDE_BYTES);
  const zeros = [...head.keys()].filter((at) => head[at] === 0);
  const odd = zeros.filter((at) => at % 2).length;
  const even = zeros.length - odd;
  if ((even && odd) || zeros.length * WIDE_LETTERS < head.length || !zeros.length) return undefined;
  return odd ? "utf-16le" : "utf-16be";
}

/**
 * True for UTF-8, even with some broken letters: programs that cut cells by bytes write it, and no other encoding looks like it
 * by chance.
 */
function isUtf8(bytes: Uint8Array, isBegun: boolean): boolean {
  try {
    new TextDecoder("utf-8", { fatal: true }).decode(bytes, { stream: isBegun });
    return true;
  } catch {
    const first = bytes.findIndex((byte) => byte > 0x7f);
    const text = new TextDecoder().decode(bytes.subarray(first, first + HEAD_BYTES), { stream: true });
    const letters = text.match(/\P{ASCII}/gu)?.length ?? 0;
    const lost = text.match(LOST)?.length ?? 0;
    return letters > INTACT * lost;
  }
}

/** The first lines with letters beyond ASCII; of a long line the part around the letter. */
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
