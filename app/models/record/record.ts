// Records: their types, limits and messages, and the collection as it will be after a change.

import { RECORD_CONDITIONS, RECORD_FORMATS, type RecordCondition, type RecordFields } from "db/column-types";
import { type Message, msg, t } from "~/language/text";
import { coverFromForm, uploadIdFromUrl } from "~/models/picture-url";

export const RECORD_SORTS = ["added", "artist", "album", "year"] as const;
export const YEAR_MIN = 1900;
export const RECORD_NAME_MAX = 200;
export const RECORD_NOTES_MAX = 1000;
export const GENRE_MAX = 60;
/** How many records a collection holds. */
export const RECORDS_MAX = 20_000;
/** How many records a member's page shows at first. */
export const SHOWN_RECORDS = 6;
/** How many more records one click shows on another member's page, and how many it shows at most. */
export const MORE_RECORDS = 60;
export const SHOWN_RECORDS_MAX = 300;
/** How many records a file can bring. */
export const IMPORT_MAX = 5000;

/** How many records that have left Discogs are offered for removal at once. */
export const LEFT_MAX = 100;

type RecordSort = (typeof RECORD_SORTS)[number];

export const conditionNames: Record<RecordCondition, Message> = {
  mint: msg("Mint"),
  very_good: msg("Very Good"),
  good: msg("Good"),
  fair: msg("Fair"),
};
export const sortNames: Record<RecordSort, Message> = {
  added: msg("Recently added"),
  artist: msg("Artist"),
  album: msg("Album"),
  year: msg("Year"),
};

/** A record as a form, the API or a file gives it. */
export type RecordInput = RecordFields & {
  id?: string;
  imageUrl: string | null;
  /** The member looks for it and doesn't own it. */
  wanted: boolean;
};

/** A record as its owner and the API see it. */
export type RecordDto = Required<RecordInput> & { id: string; createdAt: string };

/** A record as others see it; `imageUrl` is null unless it was uploaded. */
export type ShownRecord = Pick<RecordDto, "id" | "artist" | "album" | "format" | "imageUrl">;

/** The first albums that one member looks for and another owns, in the format that is looked for, and how many there are. */
export type WantedRecords = {
  records: Pick<RecordDto, "id" | "artist" | "album" | "format">[];
  count: number;
};

/** What the viewer looks for and another member owns, and what the other looks for and the viewer owns. */
export type WantedRecordLists = { theirs: WantedRecords; yours: WantedRecords };

/** An album that a member in Discover owns and the viewer looks for, and how many more there are. */
export type WantedOnCard = { artist: string; album: string; more: number };

/** Search, order and page of the owned records or of the wanted ones; the first page has no cursor. */
export type RecordQuery = { wanted: boolean; q: string; sort: RecordSort; cursor?: string };

/** The first page of all owned records. */
export const ALL_OWNED: RecordQuery = { wanted: false, q: "", sort: "added" };

/** The URL of a page of the collection, or with `path` of a dialog above it. */
export function recordsPath({ wanted, q, sort, cursor }: RecordQuery, path = "/records"): string {
  const query = new URLSearchParams();
  if (wanted) query.set("wanted", "true");
  if (q) query.set("q", q);
  if (sort !== "added") query.set("sort", sort);
  if (cursor) query.set("cursor", cursor);
  const search = query.toString();
  return search ? `${path}?${search}` : path;
}

/** Where `shown=true` shows a member's records and public playlists on their page, and `shown=false` hides them. */
export const SHOWN_COLLECTION_PATH = "/settings/collection";

/** The field of the button that saves a record and opens the form again. */
export const ANOTHER_FIELD = "another";

/** The form for a record after another one: to the same list, with its format and condition. */
export function anotherPath(
  query: RecordQuery,
  { format, condition }: Pick<RecordInput, "format" | "condition">,
): string {
  const form = new URL(recordsPath(query, "/records/new"), "https://b-side.example");
  form.searchParams.set("format", format);
  form.searchParams.set("condition", condition);
  return form.pathname + form.search;
}

/** The field that asks who can see a new collection, and its choices. */
export const SHELF_FIELD = "shelf";
export const shelfChoices = {
  shown: msg("Everyone who can see my page"),
  hidden: msg("Only my matches, and only what we both own"),
};

export const shownCollectionMessages = {
  shown: {
    title: msg("Collection shown"),
    description: msg("Others see your records and public playlists on your page."),
  },
  hidden: {
    title: msg("Collection hidden"),
    description: msg("Only your matches see the records you both own."),
  },
};

export const recordMessages = {
  added: { title: msg("Success!"), description: msg("Record added to your collection") },
  changed: { title: msg("Success!"), description: msg("Record updated successfully") },
  removed: { title: msg("Success!"), description: msg("Record removed from collection") },
};

/** The field with the ids of records to remove because they have left Discogs. */
export const LEFT_FIELD = "left";

/** The field that says of a new record that the member looks for it. */
export const WANTED_FIELD = "wanted";

/** The messages about records that the member looks for. */
export const wantedMessages = {
  added: { title: msg("Success!"), description: msg("Record added to the ones you want") },
  changed: recordMessages.changed,
  removed: { title: msg("Success!"), description: msg("Record removed from the ones you want") },
  got: { title: msg("Success!"), description: msg("Record moved to your collection") },
};

export const RECORD_GONE = msg("This record is no longer in your collection.");

/** The titles of refusals. */
export const recordErrors = {
  add: msg("Failed to add record to collection"),
  /** The default reason. */
  unsaid: msg("Failed to create record"),
  change: msg("Failed to update record"),
  remove: msg("Failed to delete record"),
  get: msg("Failed to move record to collection"),
};

/** "You have 1 record in your collection", "You're looking for 2 records". */
export function describeCollection(count: number, wanted: boolean): string {
  return wanted
    ? t("You're looking for {count, plural, one {# record} other {# records}}", { count })
    : t("You have {count, plural, one {# record} other {# records}} in your collection", { count });
}

/**
 * The message after an import, which may also have removed records. `other` counts records of the other kind: owned in an
 * import of wanted ones, or the reverse.
 */
export function describeImported(count: number, { wanted = false, other = 0, removed = 0 }) {
  const to = (count: number, wanted: boolean) =>
    wanted
      ? t("{count, plural, one {# record} other {# records}} added to the ones you want", { count })
      : t("{count, plural, one {# record} other {# records}} added to your collection", { count });
  const added = [
    ...(count > other || (!other && !removed) ? [to(count - other, wanted)] : []),
    ...(other ? [to(other, !wanted)] : []),
  ];
  const gone = removed
    ? [t("{count, plural, one {# record} other {# records}} removed", { count: removed })]
    : [];
  return { title: t("Success!"), description: [...added, ...gone].join(", ") };
}

/**
 * The collection as it will be once the form sent to `path` is saved: with a record added, changed or removed. `sent` holds
 * the form's fields, already validated.
 */
export function recordsAfter(
  records: RecordDto[],
  path: string,
  sent: Record<string, unknown>,
): (RecordDto & { isSaving?: true })[] {
  const [, changedId, verb] = path.match(/^\/records\/([^/]+)\/(edit|delete)$/) ?? [];
  if (verb === "delete") return records.filter((record) => record.id !== changedId);
  const text = (name: keyof RecordInput) => String(sent[name] ?? "").trim();
  const cover = coverFromForm(sent, "imageUrl");
  const pending = {
    id: changedId ?? text("id"),
    artist: text("artist"),
    album: text("album"),
    year: Number(text("year")) || null,
    genre: text("genre"),
    format: RECORD_FORMATS.find((format) => format === sent.format) ?? "vinyl",
    condition: RECORD_CONDITIONS.find((condition) => condition === sent.condition) ?? "very_good",
    notes: text("notes"),
    imageUrl: cover.startsWith("https://") || uploadIdFromUrl(cover) ? cover : null,
    wanted: text("wanted") === "true",
    isSaving: true as const,
  };
  if (verb === "edit")
    return records.map((record) => (record.id === changedId ? { ...record, ...pending } : record));
  if (path !== "/records/new" || records.some(({ id }) => id === pending.id)) return records;
  return [{ ...pending, createdAt: new Date().toISOString() }, ...records];
}
