// Discover by scoring everybody: the oracle of its tests.
import { distanceMiles } from "~/matching/cell";
import { norm, score, type Taste } from "~/matching/score";
import { type DiscoverFilters, type Widening, wideningsOf } from "~/models/discovery";
import { filterMask, type Genre, genreMask } from "~/models/genre";

/** What the oracle knows of a member. */
export type Person = {
  id: number;
  age: number | null;
  cell: number | null;
  artists: string[];
  genres: Genre[];
  standing: "here" | "paused" | "deleted";
};

/** Everybody there is, how much each artist weighs, and the pairs "viewer other" that are closed to each other. */
export type Community = { people: Person[]; weights: Map<string, number>; closed: Set<string> };

type Scored = { other: Person; score: number; distance: number | null };

export function scoreOf(a: Person, b: Person, weights: Map<string, number>): number {
  return scorerOf(a, weights)(b);
}

function scorerOf(viewer: Person, weights: Map<string, number>): (other: Person) => number {
  const taste = tasteOf(viewer, weights);
  const artists = new Set(viewer.artists);
  return (other) => {
    let shared = 0;
    for (const artist of other.artists) if (artists.has(artist)) shared += weights.get(artist) ?? 0;
    return score(taste, tasteOf(other, weights), shared);
  };
}

function tasteOf({ artists, genres }: Person, weights: Map<string, number>): Taste {
  return { genres: genreMask(genres), norm: norm(artists.map((artist) => weights.get(artist) ?? 0)) };
}

/** Everybody whom the viewer could be shown, scored. */
export function scoreEverybody(viewer: Person, { people, weights, closed }: Community): Scored[] {
  const score = scorerOf(viewer, weights);
  return people
    .filter(
      ({ id, age, standing }) => standing === "here" && age !== null && !closed.has(`${viewer.id} ${id}`),
    )
    .map((other) => ({
      other,
      score: score(other),
      distance: distanceMiles(viewer.cell, other.cell),
    }));
}

/** Of those whom the filters let through, in order. */
export function sift(scored: Scored[], filters: DiscoverFilters) {
  const { ageMin = 0, ageMax = 65, genres, maxDistance = 50_000, minCompatibility = 0 } = filters;
  return scored
    .filter(({ other: { age } }) => age !== null && age >= ageMin && (age <= ageMax || ageMax === 65))
    .filter(({ other }) => !genres || filterMask(genres) & genreMask(other.genres))
    .filter(({ distance }) => distance === null || distance <= maxDistance)
    .filter(({ score }) => score >= minCompatibility)
    .map(({ other, score, distance }) => ({ id: other.id, score, distance }))
    .sort((a, b) => {
      if (a.score !== b.score) return b.score - a.score;
      if (a.distance === b.distance) return a.id - b.id;
      if (a.distance === null) return 1;
      return b.distance === null ? -1 : a.distance - b.distance;
    });
}

/** The wider filters that find more, where these find less than a page of 20. */
export function widenBySifting(scored: Scored[], filters: DiscoverFilters): Widening[] {
  const now = sift(scored, filters).length;
  if (now >= 20) return [];
  return wideningsOf(filters).flatMap(({ widens, steps }) => {
    const counted = steps.map((step) => ({
      widens,
      filters: step,
      count: sift(scored, step).length - now,
    }));
    return counted.find(({ count }) => count > 0) ?? [];
  });
}
