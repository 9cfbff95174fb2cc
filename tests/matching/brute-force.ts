// Discover by brute force, scoring everybody: the oracle of its tests.

import type { Gender, Genre, MeetChoice, Purpose } from "db/column-types";
import { distanceMiles } from "~/matching/cell";
import { type DiscoverFilters, getWiderSearches, type Widening } from "~/matching/filters";
import { filterMask, genreMask } from "~/matching/genre";
import { norm, score, type Taste } from "~/matching/score";
import { tieOrder } from "~/matching/search.server";
import { tieRank } from "~/matching/tie";

/** Whom a member would like to meet, as they said it. */
export type Wishes = {
  gender: Gender | null;
  meets: MeetChoice[] | null;
  meetAgeMin: number | null;
  meetAgeMax: number | null;
  purpose: Purpose | null;
};

/** A member as the oracle sees them. */
export type Person = Wishes & {
  id: number;
  age: number | null;
  cell: number | null;
  artists: string[];
  genres: Genre[];
  status: "active" | "paused" | "deleted";
};

/** All members, the weight of each artist, and the pairs "viewer other" in which the viewer must not see the other. */
export type Community = { people: Person[]; weights: Map<string, number>; hidden: Set<string> };

type Meeting = Wishes & Pick<Person, "age">;

/** Whether both members would meet each other. */
export function fits(a: Meeting, b: Meeting): boolean {
  return wouldMeet(a, b) && wouldMeet(b, a);
}

function wouldMeet({ meets, meetAgeMin, meetAgeMax, purpose }: Meeting, other: Meeting): boolean {
  const meetsGender =
    !meets || meets.includes("everyone") || (other.gender !== null && meets.includes(other.gender));
  const meetsAge =
    meetAgeMin === null ||
    meetAgeMax === null ||
    (other.age !== null && other.age >= meetAgeMin && other.age <= meetAgeMax);
  const [own, others] = [purpose ?? "both", other.purpose ?? "both"];
  return meetsGender && meetsAge && (own === others || own === "both" || others === "both");
}

type Scored = { viewer: Person; other: Person; score: number; distance: number | null };

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

/** Scores everybody whom the viewer may see and who fits them. */
export function scoreEverybody(viewer: Person, { people, weights, hidden }: Community): Scored[] {
  const score = scorerOf(viewer, weights);
  return people
    .filter(({ id, age, status }) => status === "active" && age !== null && !hidden.has(`${viewer.id} ${id}`))
    .filter((other) => fits(viewer, other))
    .map((other) => ({
      viewer,
      other,
      score: score(other),
      distance: distanceMiles(viewer.cell, other.cell),
    }));
}

/** The scored members that pass the filters, in order. */
export function filterScored(scored: Scored[], filters: DiscoverFilters) {
  const { ageMin = 0, ageMax = 65, genres, maxDistance = 50_000, minCompatibility = 0 } = filters;
  const { seed } = tieOrder(scored[0]?.viewer.id ?? 0);
  return scored
    .filter(({ other: { age } }) => age !== null && age >= ageMin && (age <= ageMax || ageMax === 65))
    .filter(({ other }) => !genres || filterMask(genres) & genreMask(other.genres))
    .filter(({ distance }) => distance === null || distance <= maxDistance)
    .filter(({ score }) => score >= minCompatibility)
    .map(({ other, score, distance }) => ({ id: other.id, score, distance }))
    .sort((a, b) => {
      if (a.score !== b.score) return b.score - a.score;
      if (a.distance === b.distance) return tieRank(seed, a.id) - tieRank(seed, b.id);
      if (a.distance === null) return 1;
      return b.distance === null ? -1 : a.distance - b.distance;
    });
}

/** The wider filters that find more, if these do not fill a page of 20. */
export function widenByBruteForce(scored: Scored[], filters: DiscoverFilters): Widening[] {
  const count = filterScored(scored, filters).length;
  if (count >= 20) return [];
  return getWiderSearches(filters).flatMap(({ widens, steps }) => {
    const offers = steps.map((step) => ({
      widens,
      filters: step,
      count: filterScored(scored, step).length - count,
    }));
    return offers.find(({ count }) => count > 0) ?? [];
  });
}
