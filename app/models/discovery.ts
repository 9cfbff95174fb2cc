// What Discover can be asked for: its filters, their bounds and defaults, and how a wider search is put in words.
import { z } from "zod";
import { AGE_BOUNDS, COMPATIBILITY_BOUNDS, DISTANCE_BOUNDS } from "./discover-bounds";
import { wholeNumber } from "./fields";
import { GENRES, type Genre } from "./genre";

const age = limit(AGE_BOUNDS, "Age must be from 18 to 65");
const genre = z.enum(GENRES, { errorMap: () => ({ message: "Choose genres from the list" }) });

/**
 * The filters, from an address or from JSON. What is missing, blank or 0 is no limit; genres come comma-joined,
 * repeated or both; an `ageMin` above `ageMax` is swapped with it.
 */
export const discoverFilters: z.ZodType<DiscoverFilters, z.ZodTypeDef, unknown> = z
  .object({
    ageMin: age,
    ageMax: age,
    maxDistance: limit(DISTANCE_BOUNDS, "Distance must be from 5 to 100 miles"),
    genres: z.preprocess(splitGenres, z.array(genre).optional()),
    minCompatibility: limit(COMPATIBILITY_BOUNDS, "Compatibility must be from 50 to 100"),
  })
  .transform(({ ageMin, ageMax, ...rest }) => {
    const turned = ageMin !== undefined && ageMax !== undefined && ageMin > ageMax;
    return turned ? { ageMin: ageMax, ageMax: ageMin, ...rest } : { ageMin, ageMax, ...rest };
  });

export type DiscoverFilters = {
  ageMin?: number;
  ageMax?: number;
  /** In miles. */
  maxDistance?: number;
  genres?: Genre[];
  /** A score. */
  minCompatibility?: number;
};

/** What the screen starts with. */
export const DISCOVER_DEFAULTS: DiscoverFilters = {
  ageMin: 18,
  ageMax: 35,
  maxDistance: 25,
  minCompatibility: 70,
};

/** A wider search: which limit it widens, and how many more members it finds. */
export type Widening = {
  widens: "distance" | "compatibility" | "genres" | "age";
  filters: DiscoverFilters;
  count: number;
};

/** The filters widened in one limit at a time, by steps of which the first that finds more is worth offering. */
export function wideningsOf(
  filters: DiscoverFilters,
): { widens: Widening["widens"]; steps: DiscoverFilters[] }[] {
  const { ageMin = 0, ageMax = AGE_BOUNDS.max, maxDistance = 0, minCompatibility = 0 } = filters;
  const distances = [50, 100, undefined].filter((miles = 1000) => maxDistance && miles > maxDistance);
  const minima = [60, 50, undefined].filter((score = 0) => score < minCompatibility);
  const limitsAge = ageMin > AGE_BOUNDS.min || ageMax < AGE_BOUNDS.max;
  const around = {
    ageMin: Math.max(ageMin - 5, AGE_BOUNDS.min),
    ageMax: Math.min(ageMax + 5, AGE_BOUNDS.max),
  };
  const ages = limitsAge ? [around, { ageMin: undefined, ageMax: undefined }] : [];
  return [
    { widens: "distance", steps: distances.map((miles) => ({ ...filters, maxDistance: miles })) },
    { widens: "compatibility", steps: minima.map((score) => ({ ...filters, minCompatibility: score })) },
    { widens: "genres", steps: filters.genres ? [{ ...filters, genres: undefined }] : [] },
    { widens: "age", steps: ages.map((range) => ({ ...filters, ...range })) },
  ];
}

/** An address's parameters as `discoverFilters` reads them. */
export function readDiscoverParams(params: URLSearchParams) {
  return { ...Object.fromEntries(params), genres: params.getAll("genres") };
}

/**
 * The filters as an address's parameters. No limit is written too, as a blank: an address without any parameter is the
 * screen's start, with its defaults.
 */
export function discoverParams(filters: DiscoverFilters): URLSearchParams {
  const { ageMin = "", ageMax = "", maxDistance = "", genres = [], minCompatibility = "" } = filters;
  const limits = { ageMin, ageMax, maxDistance, genres: genres.join(","), minCompatibility };
  return new URLSearchParams(Object.entries(limits).map(([name, limit]) => [name, String(limit)]));
}

/** The ages that are let through, both included; 65 means 65 and over. */
export function agesOf({ ageMin, ageMax }: DiscoverFilters): { from: number; to: number } {
  return { from: ageMin ?? 0, to: ageMax === undefined || ageMax >= AGE_BOUNDS.max ? 1000 : ageMax };
}

/** What a wider search would find: "12 more within 100 miles". */
export function describeWidening({ widens, filters, count }: Widening): string {
  const words = {
    distance: filters.maxDistance ? `within ${filters.maxDistance} miles` : "at any distance",
    compatibility: filters.minCompatibility ? `from ${filters.minCompatibility}% on` : "at any compatibility",
    genres: "in any genre",
    age: describeAges(filters),
  };
  return `${count} more ${words[widens]}`;
}

function describeAges({ ageMin, ageMax }: DiscoverFilters) {
  const from = ageMin ?? AGE_BOUNDS.min;
  if (ageMax === undefined || ageMax >= AGE_BOUNDS.max) {
    return from > AGE_BOUNDS.min ? `aged ${from} and over` : "of any age";
  }
  return `aged ${from} to ${ageMax}`;
}

function limit({ min, max }: { min: number; max: number }, says: string) {
  return z.preprocess(
    (value) => (value === 0 || (typeof value === "string" && /^\s*0*\s*$/.test(value)) ? undefined : value),
    wholeNumber({ min: [min, says], max: [max, says], says }).optional(),
  );
}

function splitGenres(value: unknown) {
  if (value === undefined) return undefined;
  const parts = Array.isArray(value) ? value : [value];
  const names = parts.flatMap((part) =>
    typeof part === "string" ? part.split(",").map((name) => name.trim()) : [part],
  );
  const chosen = new Set(names.filter((name) => name !== ""));
  return chosen.size ? [...chosen] : undefined;
}
