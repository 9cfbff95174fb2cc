// The filters of Discover and how each is widened. Kept apart from their zod schema, so that browsers need not load it.
import type { DiscoverFilters } from "db/column-types";

export const AGE_BOUNDS = { min: 18, max: 65, step: 1 };
export const DISTANCE_BOUNDS = { min: 5, max: 100, step: 5 };
export const COMPATIBILITY_BOUNDS = { min: 50, max: 100, step: 5 };

export type { DiscoverFilters };

/** How many more members are counted, at most, that wider filters would find: larger numbers aren't shown. */
export const MAX_WIDER = 50;

/** Filters with one limit widened, and how many more members they find, up to MAX_WIDER. */
export type Widening = {
  widens: "distance" | "compatibility" | "genres" | "age" | "listeners" | "photo-check";
  filters: DiscoverFilters;
  count: number;
};

/** For each limit, the filters with that limit widened step by step; the first step that finds more is worth offering. */
export function getWiderSearches(
  filters: DiscoverFilters,
): { widens: Widening["widens"]; steps: DiscoverFilters[] }[] {
  const { ageMin = 0, ageMax = AGE_BOUNDS.max, maxDistance = 0, minCompatibility = 0 } = filters;
  const distances = [50, 100, undefined].filter((miles = 1000) => maxDistance && miles > maxDistance);
  const scores = [60, 50, undefined].filter((score = 0) => score < minCompatibility);
  const limitsAge = ageMin > AGE_BOUNDS.min || ageMax < AGE_BOUNDS.max;
  const widerAges = {
    ageMin: Math.max(ageMin - 5, AGE_BOUNDS.min),
    ageMax: Math.min(ageMax + 5, AGE_BOUNDS.max),
  };
  const ages = limitsAge ? [widerAges, { ageMin: undefined, ageMax: undefined }] : [];
  return [
    { widens: "distance", steps: distances.map((miles) => ({ ...filters, maxDistance: miles })) },
    { widens: "compatibility", steps: scores.map((score) => ({ ...filters, minCompatibility: score })) },
    { widens: "genres", steps: filters.genres ? [{ ...filters, genres: undefined }] : [] },
    {
      widens: "listeners",
      steps: filters.verifiedListeners ? [{ ...filters, verifiedListeners: undefined }] : [],
    },
    { widens: "age", steps: ages.map((range) => ({ ...filters, ...range })) },
    { widens: "photo-check", steps: filters.photoChecked ? [{ ...filters, photoChecked: undefined }] : [] },
  ];
}

/** The ages that pass, both inclusive; a maximum of 65 means 65 and over. */
export function agesOf({ ageMin, ageMax }: DiscoverFilters): { from: number; to: number } {
  return { from: ageMin ?? 0, to: ageMax === undefined || ageMax >= AGE_BOUNDS.max ? 1000 : ageMax };
}
