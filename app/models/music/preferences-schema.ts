// What a member says of their music: its schema.
import { z } from "zod";
import { artistKey } from "./artist";
import { count } from "./fields";
import { GENRES } from "./genre";
import { LONG_NAME, MAX_ARTIST_NAME, MAX_ARTISTS, MAX_GENRES, TOO_MANY_ARTISTS, written } from "./taste";

const POSITIVE = "Must be a positive number";
const TOO_MANY_GENRES = `Maximum ${MAX_GENRES} genres`;
const NO_GENRE = "Choose genres from the list";
/** Beyond this nothing is compared: a megabyte of names took twenty seconds. */
const MOST_ROWS = 1_000;
const MOST_LETTERS = 1_000;

const text = z.string({ required_error: "Must be text", invalid_type_error: "Must be text" });

const topArtists = z.preprocess(
  (value, context) => trimmedList(value, context, TOO_MANY_ARTISTS, LONG_NAME),
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
  (value, context) => trimmedList(value, context, TOO_MANY_GENRES, NO_GENRE),
  z
    .array(z.enum(GENRES, { errorMap: () => ({ message: NO_GENRE }) }), {
      invalid_type_error: "Genres must be a list",
    })
    .transform((genres) => [...new Set(genres)])
    .pipe(z.array(z.enum(GENRES)).min(1, "Select at least one genre").max(MAX_GENRES, TOO_MANY_GENRES)),
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

/**
 * A list without its blank rows; undefined is an empty one, and what is no list is left for the schema to refuse.
 * One far too long, or with a row far too long, is refused as it came.
 */
function trimmedList(value: unknown, context: z.RefinementCtx, tooMany: string, tooLong: string) {
  if (value === undefined) return [];
  if (!Array.isArray(value)) return value;
  const isLong = value.some((item) => typeof item === "string" && item.length > MOST_LETTERS);
  if (value.length > MOST_ROWS || isLong) {
    const message = value.length > MOST_ROWS ? tooMany : tooLong;
    context.addIssue({ code: "custom", message, fatal: true });
    return z.NEVER;
  }
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
