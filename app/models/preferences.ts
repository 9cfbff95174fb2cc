// What a member says of their music: its schema.
import { z } from "zod";
import { artistKey } from "./artist";
import { count } from "./fields";
import { GENRES } from "./genre";
import { LONG_NAME, MAX_ARTIST_NAME, MAX_ARTISTS, MAX_GENRES, TOO_MANY_ARTISTS, written } from "./taste";

const POSITIVE = "Must be a positive number";

const text = z.string({ required_error: "Must be text", invalid_type_error: "Must be text" });

const topArtists = z.preprocess(
  trimmedList,
  z
    .array(text, { invalid_type_error: "Artists must be a list" })
    .transform(firstOfEachArtist)
    .pipe(
      z
        .array(z.string())
        .min(1, "Add at least one artist")
        .max(MAX_ARTISTS, TOO_MANY_ARTISTS)
        .refine((names) => names.every((name) => name.length <= MAX_ARTIST_NAME), LONG_NAME),
    ),
);

const favoriteGenres = z.preprocess(
  trimmedList,
  z
    .array(z.enum(GENRES, { errorMap: () => ({ message: "Choose genres from the list" }) }), {
      invalid_type_error: "Genres must be a list",
    })
    .transform((genres) => [...new Set(genres)])
    .pipe(
      z
        .array(z.enum(GENRES))
        .min(1, "Select at least one genre")
        .max(MAX_GENRES, `Maximum ${MAX_GENRES} genres`),
    ),
);

/**
 * A member's preferences, from a form's strings or from JSON.
 * Blank rows are dropped; of several spellings of one artist the first is kept. What is wrong with a list is said at
 * the list, not at a row: dropping rows has moved their places.
 */
export const preferencesInput = z.object({
  topArtists,
  favoriteGenres,
  totalScrobbles: count(POSITIVE),
  concertsAttended: count(POSITIVE),
});

export type Preferences = z.output<typeof preferencesInput>;

/** A list without its blank rows; undefined is an empty one, and what is no list is left for the schema to refuse. */
function trimmedList(value: unknown) {
  if (value === undefined) return [];
  if (!Array.isArray(value)) return value;
  return value
    .map((item) => (typeof item === "string" ? written(item) : item))
    .filter((item) => item !== undefined && (typeof item !== "string" || /[^\s\p{C}]/u.test(item)));
}

function firstOfEachArtist(names: string[]) {
  const kept = new Map<string, string>();
  for (const name of names) {
    const key = artistKey(name);
    if (!kept.has(key)) kept.set(key, name);
  }
  return [...kept.values()];
}
