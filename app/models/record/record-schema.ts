// What is sent of a record and read from the address of a collection.
import { z } from "zod";
import { artistKey } from "./artist";
import { choice, optionalClientId, optionalText, optionalWholeNumber, requiredText } from "./fields";
import { pictureField } from "./picture-input";
import {
  RECORD_CONDITIONS,
  RECORD_FORMATS,
  RECORD_NAME_MAX,
  RECORD_NOTES_MAX,
  RECORD_SORTS,
  type RecordInput,
  type RecordKeys,
  YEAR_MIN,
} from "./record";

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
/** The query of a collection: which, in which order, which page. What cannot be read is as if it were not there. */
export const recordQuery = z.object({
  q: optionalText(100).catch(""),
  sort: choice(RECORD_SORTS, "added", "").catch("added"),
  page: z.coerce.number().int().min(1).max(10_000).catch(1),
});

/** The keys of a record. */
export function recordKeys({ artist, album, genre }: RecordInput): RecordKeys {
  return { artistKey: artistKey(artist), albumKey: artistKey(album), genreKey: artistKey(genre) };
}

function thisYear() {
  return new Date().getFullYear();
}
