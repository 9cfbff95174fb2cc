// A record of a member's collection: its fields and limits, and what is said of it.
import { z } from "zod";
import { artistKey } from "./artist";
import { choice, optionalClientId, optionalText, optionalWholeNumber, requiredText } from "./fields";
import { pictureField } from "./picture";

export const RECORD_FORMATS = ["vinyl", "cd", "cassette"] as const;
export const RECORD_CONDITIONS = ["mint", "very_good", "good", "fair"] as const;
export const RECORD_SORTS = ["added", "artist", "album", "year"] as const;
export const YEAR_MIN = 1900;
export const RECORD_NAME_MAX = 200;
export const RECORD_NOTES_MAX = 1000;
/** How many records a collection holds. */
export const RECORDS_MAX = 20_000;

export type RecordFormat = (typeof RECORD_FORMATS)[number];
export type RecordCondition = (typeof RECORD_CONDITIONS)[number];
type RecordSort = (typeof RECORD_SORTS)[number];

export const formatNames: Record<RecordFormat, string> = { vinyl: "Vinyl", cd: "CD", cassette: "Cassette" };
export const conditionNames: Record<RecordCondition, string> = {
  mint: "Mint",
  very_good: "Very Good",
  good: "Good",
  fair: "Fair",
};
export const sortNames: Record<RecordSort, string> = {
  added: "Newest here",
  artist: "Artist",
  album: "Album",
  year: "Year",
};

/** The Add Record and Edit Record forms, and the JSON of both. `id` is made by the client: a repeat is the same. */
export const recordInput = z.object({
  id: optionalClientId,
  artist: requiredText("Artist is required", RECORD_NAME_MAX),
  album: requiredText("Album is required", RECORD_NAME_MAX),
  year: optionalWholeNumber({ min: YEAR_MIN, max: 9999, says: `Use a year from ${YEAR_MIN} on` }).refine(
    (year) => year === null || year <= thisYear(),
    () => ({ message: `The year can be ${thisYear()} at most` }),
  ),
  genre: optionalText(60),
  format: choice(RECORD_FORMATS, "vinyl", "Choose a format from the list"),
  condition: choice(RECORD_CONDITIONS, "very_good", "Choose a condition from the list"),
  notes: optionalText(RECORD_NOTES_MAX),
  imageUrl: pictureField,
});
export type RecordInput = z.output<typeof recordInput>;

/** A record that came in a file, with the id it will have. */
export type ImportedRecord = Omit<RecordInput, "id"> & { id: string } & RecordKeys;

/** What records are searched, sorted and compared by. */
export type RecordKeys = { artistKey: string; albumKey: string; genreKey: string };

/** A record as its owner's lists and the API show it. */
export type ShownRecord = Required<RecordInput> & { id: string; createdAt: string };

/** The query of a collection: which, in which order, which page. What cannot be read is as if it were not there. */
export const recordQuery = z.object({
  q: optionalText(100).catch(""),
  sort: choice(RECORD_SORTS, "added", "").catch("added"),
  page: z.coerce.number().int().min(1).max(10_000).catch(1),
});
export type RecordQuery = z.output<typeof recordQuery>;

/** The query in the address of a request. */
export function readRecordQuery(address: string): RecordQuery {
  return recordQuery.parse(Object.fromEntries(new URL(address).searchParams));
}

/** The address of a page of the collection, or of what is opened above it. */
export function recordsAddress({ q, sort, page }: RecordQuery, path = "/records"): string {
  const query = new URLSearchParams();
  if (q) query.set("q", q);
  if (sort !== "added") query.set("sort", sort);
  if (page > 1) query.set("page", String(page));
  const search = query.toString();
  return search ? `${path}?${search}` : path;
}

export const recordWords = {
  added: { title: "Success!", description: "Record added to your collection" },
  changed: { title: "Success!", description: "Record updated successfully" },
  removed: { title: "Success!", description: "Record removed from collection" },
};

/** What is said above the reason when an operation is refused. */
export const recordTrouble = {
  add: "Failed to add record to collection",
  change: "Failed to update record",
  remove: "Failed to delete record",
};

/** "You have 1 record in your collection". */
export function describeCollection(count: number): string {
  return `You have ${count.toLocaleString("en-US")} ${count === 1 ? "record" : "records"} in your collection`;
}

/** What is said when a file's records were added. */
export function describeImported(count: number) {
  const records = `${count.toLocaleString("en-US")} ${count === 1 ? "record" : "records"}`;
  return { title: "Success!", description: `${records} added to your collection` };
}

/**
 * A list as it will be once what was sent to `path` is done: with a record added, changed or removed. What is sent
 * and could not be accepted changes nothing.
 */
export function recordsAfter(
  records: ShownRecord[],
  path: string,
  sent: Record<string, unknown>,
): (ShownRecord & { isSaving?: true })[] {
  const [, id, verb] = path.match(/^\/records\/([^/]+)\/(edit|delete)$/) ?? [];
  if (verb === "delete") return records.filter((record) => record.id !== id);
  const typed = recordInput.safeParse(sent);
  if (!typed.success) return records;
  if (verb === "edit") {
    const changed = { ...typed.data, id: id ?? "", isSaving: true as const };
    return records.map((record) => (record.id === id ? { ...record, ...changed } : record));
  }
  const isNew = path === "/records/new" && !records.some((record) => record.id === typed.data.id);
  if (!isNew || !typed.data.id) return records;
  const added = { ...typed.data, id: typed.data.id, createdAt: new Date().toISOString() };
  return [{ ...added, isSaving: true }, ...records];
}

/** The keys of a record. */
export function recordKeys({ artist, album, genre }: RecordInput): RecordKeys {
  return { artistKey: artistKey(artist), albumKey: artistKey(album), genreKey: artistKey(genre) };
}

function thisYear() {
  return new Date().getFullYear();
}
