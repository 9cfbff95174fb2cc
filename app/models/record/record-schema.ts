// Schema of a record. Kept apart from record.ts, so that screens don't load zod.
import { RECORD_CONDITIONS, RECORD_FORMATS, type RecordKeys } from "db/column-types";
import { z } from "zod";
import { msg, t } from "~/language/text";
import { artistKey } from "~/matching/artist-key";
import { cursorField, cursorNumber, cursorText } from "~/models/cursor";
import {
  checkbox,
  choice,
  exactString,
  listOf,
  optionalClientId,
  optionalText,
  optionalWholeNumber,
  requiredText,
  saying,
} from "~/models/fields";
import { pictureField } from "~/models/picture/picture-schema";
import { COVER_SEARCH_STEPS } from "./cover-search";
import {
  ANOTHER_FIELD,
  GENRE_MAX,
  LEFT_FIELD,
  LEFT_MAX,
  RECORD_NAME_MAX,
  RECORD_NOTES_MAX,
  RECORD_SORTS,
  type RecordInput,
  SHELF_FIELD,
  YEAR_MIN,
} from "./record";

/** The Add Record and Edit Record forms, and their JSON. The client makes the `id`, so that a repeat is the same record. */
export const recordInput = z.object({
  id: optionalClientId,
  artist: requiredText(msg("Artist is required"), RECORD_NAME_MAX),
  album: requiredText(msg("Album is required"), RECORD_NAME_MAX),
  year: optionalWholeNumber({
    min: YEAR_MIN,
    message: msg("Enter a year, {year} or later", { year: YEAR_MIN }),
  }).refine(
    (year) => year === null || year <= thisYear(),
    () => ({ message: t("The year can't be after {year}", { year: thisYear() }) }),
  ),
  genre: optionalText(GENRE_MAX),
  format: choice(RECORD_FORMATS, "vinyl", msg("Choose a format from the list")),
  condition: choice(RECORD_CONDITIONS, "very_good", msg("Choose a condition from the list")),
  notes: optionalText(RECORD_NOTES_MAX),
  imageUrl: pictureField,
  wanted: checkbox,
});

/** The Add Record form, which asks with the first record who can see the collection. */
export const newRecordInput = recordInput.extend({
  [SHELF_FIELD]: z
    .enum(["shown", "hidden"], { errorMap: saying(msg("Choose who sees the collection")) })
    .optional(),
  [ANOTHER_FIELD]: checkbox,
});

const LEFT = msg("Choose up to {max} records", { max: LEFT_MAX });

/**
 * The form that confirms an import: who can see the collection, if these are its first records, and which records to remove.
 */
export const importInput = newRecordInput.pick({ [SHELF_FIELD]: true }).extend({
  // A single checked box is sent as a text.
  [LEFT_FIELD]: z.preprocess(
    (ids) => (Array.isArray(ids) ? ids : [ids ?? []].flat()),
    listOf(exactString(LEFT), 0, LEFT_MAX, LEFT),
  ),
});

/** The initial values of the form for another record. */
export const anotherQuery = recordInput.pick({ format: true, condition: true }).partial().catch({});

/** The folded texts by which records are searched, sorted and compared. */
export function recordKeys({
  artist,
  album,
  genre,
}: Pick<RecordInput, "artist" | "album" | "genre">): RecordKeys {
  return { artistKey: artistKey(artist), albumKey: artistKey(album), genreKey: artistKey(genre) };
}

function thisYear() {
  return new Date().getFullYear();
}

/** Search, order and cursor of the owned records or of the wanted ones. Values that cannot be read count as missing. */
export const recordQuery = z.object({
  wanted: checkbox.catch(false),
  q: optionalText(100).catch(""),
  sort: choice(RECORD_SORTS, "added", "").catch("added"),
  cursor: cursorText.optional().catch(undefined),
});

/** The values of a cursor in any order of a collection. */
export const recordCursor = cursorField({
  at: cursorNumber,
  artistKey: cursorText,
  albumKey: cursorText,
  year: cursorNumber.nullable(),
  id: cursorText,
});

// Not translated: for programs.
const STEP = "step must be start, pause or resume";

export const coverSearchInput = z.object({
  step: z.enum(COVER_SEARCH_STEPS, { errorMap: () => ({ message: STEP }) }),
});
