// Reads the files that check-scores and public/check.html are given: a member's export, and downloads of "Check this number".
import { unzip } from "unzipit";
import { checkSheet, type OwnTaste, type Verdict } from "./score-sheet";

const PREFERENCES = "preferences.json";
/** No file that is read is longer; ours have some kilobytes. */
const MAX_BYTES = 2_000_000;
const ZIP_START = "PK\u0003\u0004";

/** A file by its name. */
type NamedFile = { name: string; file: Blob };

/** What came of each file with a score; `others` are the names of those that are none and no export. */
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

/** "Ben B.: 78 %, computed 78 %: agrees", then what is to be said of it. */
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
  const isZip = (await file.slice(0, 4).text()) === ZIP_START;
  const text = isZip ? await readEntry(file, PREFERENCES) : await textOf(file);
  return JSON.parse(text);
}

async function textOf(file: Blob): Promise<string> {
  if (file.size > MAX_BYTES) throw new RangeError("The file is too long");
  return file.text();
}

/** The text of a ZIP's entry; rejects where there is none. */
async function readEntry(zip: Blob, name: string): Promise<string> {
  const { entries } = await unzip(zip);
  const entry = entries[name];
  if (!entry) throw new RangeError(`There is no ${name}`);
  if (entry.size > MAX_BYTES) throw new RangeError("The file is too long");
  return entry.text();
}
