// The schema of music preferences.
import { GENRES } from "db/column-types";
import { z } from "zod";
import { cleanText } from "~/clean-text";
import { artistKey } from "~/matching/artist-key";
import { isPlaceholderArtist } from "~/matching/placeholder-artist";
import { count } from "~/models/fields";
import { LONG_NAME, MAX_ARTIST_NAME, MAX_ARTISTS, MAX_GENRES, TOO_MANY_ARTISTS } from "./preferences";

const POSITIVE = "Must be a positive number";
const TOO_MANY_GENRES = `Maximum ${MAX_GENRES} genres`;
const NO_GENRE = "Choose genres from the list";
// Larger lists are refused before names are compared: a megabyte of names took twenty seconds.
const MAX_ROWS = 1_000;
const MAX_ROW_LENGTH = 1_000;

const text = z.string({ required_error: "Must be text", invalid_type_error: "Must be text" });

const topArtists = z.preprocess(
  (value, context) => trimmedList(value, context, TOO_MANY_ARTISTS, LONG_NAME),
  z
    .array(text, { invalid_type_error: "Artists must be a list" })
    .transform(uniqueArtists)
    .pipe(
      z
        .array(z.string())
        .min(1, "Add at least one artist")
        .max(MAX_ARTISTS, TOO_MANY_ARTISTS)
        .refine((names) => names.every((name) => name.length <= MAX_ARTIST_NAME), LONG_NAME),
    ),
);

const favoriteGenres = z.preprocess(
  (value, context) => trimmedList(value, context, TOO_MANY_GENRES, NO_GENRE),
  z
    .array(z.enum(GENRES, { errorMap: () => ({ message: NO_GENRE }) }), {
      invalid_type_error: "Genres must be a list",
    })
    .transform((genres) => [...new Set(genres)])
    .pipe(z.array(z.enum(GENRES)).min(1, "Select at least one genre").max(MAX_GENRES, TOO_MANY_GENRES)),
);

/**
 * Music preferences from a form or JSON. Blank rows and placeholders are dropped, and of several spellings of an artist the
 * first is kept. Errors are reported for the list rather than a row, because dropped rows shift the indexes.
 */
export const preferencesInput = z.object({
  topArtists,
  favoriteGenres,
  totalScrobbles: count(POSITIVE),
  concertsAttended: count(POSITIVE),
});

/** The part of them that the first run asks for. */
export const favoritesInput = preferencesInput.pick({ topArtists: true, favoriteGenres: true });

export type Preferences = z.output<typeof preferencesInput>;

/** Drops blank rows and reads undefined as an empty list. Refuses a list or a row that is far too long. */
function trimmedList(value: unknown, context: z.RefinementCtx, tooMany: string, tooLong: string) {
  if (value === undefined) return [];
  if (!Array.isArray(value)) return value;
  const isLong = value.length > MAX_ROWS;
  if (isLong || value.some((item) => typeof item === "string" && item.length > MAX_ROW_LENGTH)) {
    context.addIssue({ code: "custom", message: isLong ? tooMany : tooLong, fatal: true });
    return z.NEVER;
  }
  return value
    .map((item) => (typeof item === "string" ? cleanText(item) : item))
    .filter((item) => item !== undefined && (typeof item !== "string" || artistKey(item) !== ""));
}

function uniqueArtists(names: string[]) {
  const unique = new Map<string, string>();
  for (const name of names) {
    const key = artistKey(name);
    if (!unique.has(key) && !isPlaceholderArtist(name)) unique.set(key, name);
  }
  return [...unique.values()];
}
