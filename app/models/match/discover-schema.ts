// Discover's filters read from a URL or JSON, and as the fields of the filter form.
import { GENRES } from "db/column-types";
import { z } from "zod";
import { type Message, msg } from "~/language/text";
import { AGE_BOUNDS, COMPATIBILITY_BOUNDS, DISTANCE_BOUNDS, type DiscoverFilters } from "~/matching/filters";
import { FILTER_GENRES } from "~/matching/genre";
import { choice, saying, wholeNumber } from "~/models/fields";
import type { FieldMessages } from "~/refusal";
import { DISCOVER_DEFAULTS, discoverParams, distanceError } from "./discover";

const age = limit(AGE_BOUNDS, msg("Age must be from 18 to 65"));
const genre = z.enum(GENRES, { errorMap: saying(msg("Choose genres from the list")) });

const flag = (name: string) =>
  z.preprocess(
    isOn,
    z.literal(true, { errorMap: saying(msg("{name} must be 1 or left out", { name })) }).optional(),
  );

/**
 * The filters from a URL or JSON. Missing, blank or 0 means no limit, as false does; genres are comma-joined, repeated or both;
 * an `ageMin` above `ageMax` is swapped with it.
 */
export const discoverFilters: z.ZodType<DiscoverFilters, z.ZodTypeDef, unknown> = z
  .object({
    ageMin: age,
    ageMax: age,
    maxDistance: limit(DISTANCE_BOUNDS, distanceError("miles")),
    genres: z.preprocess(splitGenres, z.array(genre).optional()),
    minCompatibility: limit(COMPATIBILITY_BOUNDS, msg("Compatibility must be from 50 to 100")),
    verifiedListeners: flag("verifiedListeners"),
    photoChecked: flag("photoChecked"),
  } satisfies Record<keyof DiscoverFilters, z.ZodTypeAny>)
  .transform(({ ageMin, ageMax, ...rest }) => {
    const isReversed = ageMin !== undefined && ageMax !== undefined && ageMin > ageMax;
    return isReversed ? { ageMin: ageMax, ageMax: ageMin, ...rest } : { ageMin, ageMax, ...rest };
  });

/** A URL's parameters in the shape that `discoverFilters` parses. */
export function readDiscoverParams(params: URLSearchParams) {
  return { ...Object.fromEntries(params), genres: params.getAll("genres") };
}

/** The values of the filter form's fields. */
export type FilterFields = {
  ageMin: string;
  ageMax: string;
  maxDistance: string;
  minCompatibility: string;
  anyDistance: boolean;
  anyCompatibility: boolean;
  verifiedListeners: boolean;
  photoChecked: boolean;
  /** The genres on offer: the usual ones, and any others in the URL. */
  genres: { name: string; chosen: boolean }[];
};

/** The filters in a URL, or field errors; invalid input is kept in the fields. */
export type RequestedFilters =
  | { filters: DiscoverFilters; fields: FilterFields; errors?: undefined }
  | { filters?: undefined; fields: FilterFields; errors: FieldMessages };

/** The order of the list, from a URL or JSON. */
export const discoverOrder = choice(["match", "new"], "match", msg("order must be match or new"));

/** Whether a URL sets any filter. */
export function hasFilters(params: URLSearchParams): boolean {
  return [...discoverParams({ verifiedListeners: true, photoChecked: true }).keys()].some((name) =>
    params.has(name),
  );
}

/** Reads the screen's filters. A URL without filters gets the defaults. */
export function readFilters(params: URLSearchParams): RequestedFilters {
  if (!hasFilters(params)) return { filters: DISCOVER_DEFAULTS, fields: toFields(DISCOVER_DEFAULTS) };
  const typed = readDiscoverParams(params);
  const parsed = discoverFilters.safeParse(typed);
  if (parsed.success) return { filters: parsed.data, fields: toFields(parsed.data) };
  const errors: FieldMessages = {};
  for (const { path, message } of parsed.error.issues) errors[String(path[0])] ??= message;
  return { fields: toTypedFields(typed), errors };
}

function limit({ min, max }: { min: number; max: number }, message: Message) {
  return z.preprocess(
    (value) => (value === 0 || (typeof value === "string" && /^0*$/.test(value.trim())) ? undefined : value),
    wholeNumber({ min: [min, message], max: [max, message], message }).optional(),
  );
}

/** True for a checked box and JSON's true; undefined for what means no limit; anything else as it is. */
function isOn(value: unknown) {
  if (value === "1" || value === "true") return true;
  return value === "" || value === "0" || value === 0 || value === "false" || value === false
    ? undefined
    : value;
}

/** One name more than there are genres is enough to refuse the list. */
function splitGenres(value: unknown) {
  if (value === undefined) return undefined;
  const parts = Array.isArray(value) ? value.slice(0, GENRES.length + 1) : [value];
  const names = parts.flatMap((part) =>
    typeof part === "string" ? part.split(",").map((name) => name.trim()) : [part],
  );
  const chosen = new Set(names.filter((name) => name !== ""));
  return chosen.size ? [...chosen].slice(0, GENRES.length + 1) : undefined;
}

/** The form's fields with these filters. */
export function toFields({
  ageMin = AGE_BOUNDS.min,
  ageMax = AGE_BOUNDS.max,
  maxDistance,
  genres = [],
  minCompatibility,
  verifiedListeners = false,
  photoChecked = false,
}: DiscoverFilters): FilterFields {
  return {
    ageMin: String(ageMin),
    ageMax: String(ageMax),
    maxDistance: String(maxDistance ?? DISTANCE_BOUNDS.max),
    minCompatibility: String(minCompatibility ?? COMPATIBILITY_BOUNDS.min),
    anyDistance: maxDistance === undefined,
    anyCompatibility: minCompatibility === undefined,
    verifiedListeners,
    photoChecked,
    genres: toGenreChoices(genres),
  };
}

function toTypedFields(typed: { [name: string]: string | string[]; genres: string[] }): FilterFields {
  const text = (name: string) => (typeof typed[name] === "string" ? typed[name] : "");
  return {
    ageMin: text("ageMin"),
    ageMax: text("ageMax"),
    maxDistance: text("maxDistance") || String(DISTANCE_BOUNDS.max),
    minCompatibility: text("minCompatibility") || String(COMPATIBILITY_BOUNDS.min),
    anyDistance: !text("maxDistance"),
    anyCompatibility: !text("minCompatibility"),
    verifiedListeners: isOn(typed.verifiedListeners) === true,
    photoChecked: isOn(typed.photoChecked) === true,
    genres: toGenreChoices((splitGenres(typed.genres) ?? []).map(String)),
  };
}

function toGenreChoices(chosen: string[]) {
  const usual: string[] = FILTER_GENRES;
  const others = chosen.filter((name) => name.trim() !== "" && !usual.includes(name));
  return [...usual, ...new Set(others)].map((name) => ({ name, chosen: chosen.includes(name) }));
}
