// The schema of music preferences.
import { GENRES } from "db/column-types";
import { z } from "zod";
import { cleanText } from "~/clean-text";
import { type Message, msg, t } from "~/language/text";
import { artistKey } from "~/matching/artist-key";
import { isPlaceholderArtist } from "~/matching/placeholder-artist";
import { count, saying } from "~/models/fields";
import { LONG_NAME, MAX_ARTIST_NAME, MAX_ARTISTS, MAX_GENRES, TOO_MANY_ARTISTS } from "./preferences";

const POSITIVE = msg("Must be a positive number");
const TOO_MANY_GENRES = msg("Maximum {max} genres", { max: MAX_GENRES });
const NO_GENRE = msg("Choose genres from the list");
// Larger lists are refused before names are compared: a megabyte of names took twenty seconds.
const MAX_ROWS = 1_000;
const MAX_ROW_LENGTH = 1_000;

const text = z.string({ errorMap: saying(msg("Must be text")) });

const topArtists = z.preprocess(
  (value, context) => trimmedList(value, context, TOO_MANY_ARTISTS, LONG_NAME),
  z
    .array(text, { errorMap: saying(msg("Artists must be a list")) })
    .transform(uniqueArtists)
    .pipe(
      z
        .array(z.string(), { errorMap: countedBy(msg("Add at least one artist"), TOO_MANY_ARTISTS) })
        .min(1)
        .max(MAX_ARTISTS)
        .refine((names) => names.every((name) => name.length <= MAX_ARTIST_NAME), saying(LONG_NAME)),
    ),
);

const favoriteGenres = z.preprocess(
  (value, context) => trimmedList(value, context, TOO_MANY_GENRES, NO_GENRE),
  z
    .array(z.enum(GENRES, { errorMap: saying(NO_GENRE) }), {
      errorMap: saying(msg("Genres must be a list")),
    })
    .transform((genres) => [...new Set(genres)])
    .pipe(
      z
        .array(z.enum(GENRES), { errorMap: countedBy(msg("Select at least one genre"), TOO_MANY_GENRES) })
        .min(1)
        .max(MAX_GENRES),
    ),
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
function trimmedList(value: unknown, context: z.RefinementCtx, tooMany: Message, tooLong: Message) {
  if (value === undefined) return [];
  if (!Array.isArray(value)) return value;
  const isLong = value.length > MAX_ROWS;
  if (isLong || value.some((item) => typeof item === "string" && item.length > MAX_ROW_LENGTH)) {
    context.addIssue({ code: "custom", message: t(isLong ? tooMany : tooLong), fatal: true });
    return z.NEVER;
  }
  return value
    .map((item) => (typeof item === "string" ? cleanText(item) : item))
    .filter((item) => item !== undefined && (typeof item !== "string" || artistKey(item) !== ""));
}

/** The refusal of a list of the wrong length. */
function countedBy(tooFew: Message, tooMany: Message): z.ZodErrorMap {
  return ({ code }) => saying(code === "too_small" ? tooFew : tooMany)();
}

function uniqueArtists(names: string[]) {
  const unique = new Map<string, string>();
  for (const name of names) {
    const key = artistKey(name);
    if (!unique.has(key) && !isPlaceholderArtist(name)) unique.set(key, name);
  }
  return [...unique.values()];
}
