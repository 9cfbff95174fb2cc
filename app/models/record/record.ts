// A record of a member's collection: its limits, its words, and what a list of them becomes.
import { sentCover, uploadOf } from "./picture";

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

/** What is known of a record before it is kept. */
export type RecordInput = {
  id?: string;
  artist: string;
  album: string;
  year: number | null;
  genre: string;
  format: RecordFormat;
  condition: RecordCondition;
  notes: string;
  imageUrl: string | null;
};

/** A record that came in a file, with the id it will have. */
export type ImportedRecord = Omit<RecordInput, "id"> & { id: string } & RecordKeys;

/** What records are searched, sorted and compared by. */
export type RecordKeys = { artistKey: string; albumKey: string; genreKey: string };

/** A record as its owner's lists and the API show it. */
export type ShownRecord = Required<RecordInput> & { id: string; createdAt: string };

/** Which of a collection, in which order, which page. */
export type RecordQuery = { q: string; sort: RecordSort; page: number };

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
  /** Where the server has given no reason. */
  unsaid: "Failed to create record",
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
 * A list as it will be once what was sent to `path` is done: with a record added, changed or removed. `sent` are the
 * fields of a form that was found right before it was sent.
 */
export function recordsAfter(
  records: ShownRecord[],
  path: string,
  sent: Record<string, unknown>,
): (ShownRecord & { isSaving?: true })[] {
  const [, changedId, verb] = path.match(/^\/records\/([^/]+)\/(edit|delete)$/) ?? [];
  if (verb === "delete") return records.filter((record) => record.id !== changedId);
  const text = (name: keyof RecordInput) => String(sent[name] ?? "").trim();
  const cover = sentCover(sent, "imageUrl");
  const coming = {
    id: changedId ?? text("id"),
    artist: text("artist"),
    album: text("album"),
    year: Number(text("year")) || null,
    genre: text("genre"),
    format: RECORD_FORMATS.find((format) => format === sent.format) ?? "vinyl",
    condition: RECORD_CONDITIONS.find((condition) => condition === sent.condition) ?? "very_good",
    notes: text("notes"),
    imageUrl: cover.startsWith("https://") || uploadOf(cover) ? cover : null,
    isSaving: true as const,
  };
  if (verb === "edit")
    return records.map((record) => (record.id === changedId ? { ...record, ...coming } : record));
  if (path !== "/records/new" || records.some(({ id }) => id === coming.id)) return records;
  return [{ ...coming, createdAt: new Date().toISOString() }, ...records];
}
