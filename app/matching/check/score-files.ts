// Reads the files that check-scores and public/check.html are given: a member's export, and downloads of "Check this number".
import { checkSheet, type OwnTaste, type Verdict } from "./score-sheet";

const PREFERENCES = "preferences.json";
/** Larger files aren't read; ours have some kilobytes. */
const MAX_BYTES = 2_000_000;

/** Signatures and lengths of a ZIP's records. */
const END = { signature: 0x06054b50, bytes: 22, comment: 65_535 };
const ENTRY = { signature: 0x02014b50, bytes: 46 };
const LOCAL_BYTES = 30;
const DEFLATED = 8;

/** A file by its name. */
type NamedFile = { name: string; file: Blob };

/** What came of each file with a score; `others` names the files that are neither a score nor an export. */
export type Checked = { hasOwn: boolean; verdicts: (Verdict & { file: string })[]; others: string[] };

/** Computes every score in the files again, with the member's own list if an export or its preferences.json is among them. */
export async function checkFiles(files: NamedFile[]): Promise<Checked> {
  const read = await Promise.all(
    files.map(async ({ name, file }) => ({ name, content: await readContent(file).catch(() => undefined) })),
  );
  const own = read.map(({ content }) => content).find(isTaste);
  const checked: Checked = { hasOwn: own !== undefined, verdicts: [], others: [] };
  for (const { name, content } of read) {
    const verdict = checkSheet(content, own);
    if (verdict) checked.verdicts.push({ ...verdict, file: name });
    else if (!isTaste(content)) checked.others.push(name);
  }
  return checked;
}

/** "Ben B.: 78 %, computed 78 %: agrees", then the notes. */
export function describeVerdict({ name, says, computed, agrees, notes }: Verdict): string {
  return [`${name}: ${says}%, computed ${computed}%: ${agrees ? "agrees" : "DISAGREES"}.`, ...notes].join(
    " ",
  );
}

function isTaste(content: unknown): content is OwnTaste {
  if (typeof content !== "object" || content === null) return false;
  const { topArtists, favoriteGenres } = content as Record<string, unknown>;
  return [topArtists, favoriteGenres].every(
    (names) => Array.isArray(names) && names.every((name) => typeof name === "string"),
  );
}

/** The JSON of a file, or of the preferences in an export. Rejects what is neither. */
async function readContent(file: Blob): Promise<unknown> {
  const start = await view(file, 0, 4);
  const isZip = start.byteLength === 4 && start.getUint32(0) === 0x504b0304;
  const text = isZip ? await readEntry(file, PREFERENCES) : await textOf(file);
  return JSON.parse(text);
}

async function view(file: Blob, from: number, to: number): Promise<DataView> {
  return new DataView(await file.slice(from, to).arrayBuffer());
}

async function textOf(file: Blob): Promise<string> {
  if (file.size > MAX_BYTES) throw new RangeError("The file is too long");
  return file.text();
}

/** The text of a ZIP's entry; rejects where there is none. */
async function readEntry(zip: Blob, name: string): Promise<string> {
  const tailAt = Math.max(0, zip.size - END.bytes - END.comment);
  const tail = await view(zip, tailAt, zip.size);
  let end = tail.byteLength - END.bytes;
  while (tail.getUint32(end, true) !== END.signature) end--;
  const [bytes, from] = [tail.getUint32(end + 12, true), tail.getUint32(end + 16, true)];
  const directory = await view(zip, from, from + bytes);
  for (let at = 0; directory.getUint32(at, true) === ENTRY.signature; ) {
    const nameBytes = directory.getUint16(at + 28, true);
    const named = new Uint8Array(directory.buffer, at + ENTRY.bytes, nameBytes);
    if (new TextDecoder().decode(named) === name) return unpack(zip, directory, at);
    at += ENTRY.bytes + nameBytes + directory.getUint16(at + 30, true) + directory.getUint16(at + 32, true);
  }
  throw new RangeError(`There is no ${name}`);
}

/** The text of the entry at `at` of a ZIP's directory. */
async function unpack(zip: Blob, directory: DataView, at: number): Promise<string> {
  const method = directory.getUint16(at + 10, true);
  const [packedBytes, bytes] = [directory.getUint32(at + 20, true), directory.getUint32(at + 24, true)];
  if (bytes > MAX_BYTES) throw new RangeError("The file is too long");
  const localAt = directory.getUint32(at + 42, true);
  const local = await view(zip, localAt, localAt + LOCAL_BYTES);
  const from = localAt + LOCAL_BYTES + local.getUint16(26, true) + local.getUint16(28, true);
  const packed = zip.slice(from, from + packedBytes);
  if (method !== DEFLATED) return packed.text();
  return new Response(packed.stream().pipeThrough(new DecompressionStream("deflate-raw"))).text();
}
