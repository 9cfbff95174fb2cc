// Discover by brute force, scoring everybody: the oracle of its tests.

import type { Gender, Genre, MeetChoice, Purpose } from "db/column-types";
import { artistKey } from "~/matching/artist-key";
import { distanceMiles } from "~/matching/cell";
import { type DiscoverFilters, getWiderSearches, MAX_WIDER, type Widening } from "~/matching/filters";
import { tieRank } from "~/matching/finder";
import { filterMask, genreMask } from "~/matching/genre";
import { assumedListeners } from "~/matching/known-artists.server";
import { alikeWeight, artistWeight, norm, orderFactor, score, type Taste } from "~/matching/score";
import { tieOrder } from "~/matching/search.server";

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
  /** Where they are on a trip. */
  tripCell?: number | null;
  artists: string[];
  genres: Genre[];
  status: "active" | "paused" | "deleted";
  /** The year in which a verified listener's history begins. */
  listenerSince: number | null;
  hasCheckedPhoto?: boolean;
};

/** The weight of each artist and of each pair of alike artists, in both directions. */
export type Weights = { artists: Map<string, number>; alike: Map<string, Map<string, number>> };

/** All members, what their artists weigh, and the pairs "viewer other" in which the viewer must not see the other. */
export type Community = { people: Person[]; weights: Weights; hidden: Set<string> };

type Meeting = Wishes & Pick<Person, "age">;

/** Whether both members would meet each other. */
export function fits(a: Meeting, b: Meeting): boolean {
  return wouldMeet(a, b) && wouldMeet(b, a);
}

function wouldMeet({ meets, meetAgeMin, meetAgeMax, purpose }: Meeting, other: Meeting): boolean {
  const meetsGender = !meets || meets.includes("everyone") || meets.includes(other.gender ?? "unsaid");
  const meetsAge =
    meetAgeMin === null ||
    meetAgeMax === null ||
    (other.age !== null && other.age >= meetAgeMin && other.age <= meetAgeMax);
  const [own, others] = [purpose ?? "both", other.purpose ?? "both"];
  return meetsGender && meetsAge && (own === others || own === "both" || others === "both");
}

/** Somebody whom a viewer may see, with the genre bits and the rank among ties that many filters ask for. */
type Scored = { other: Person; score: number; distance: number | null; genres: number; rank: number };

/** Counts what artists weigh; `ids` decides between pairs of the same lift. */
export function weigh(people: { artists: string[] }[], ids: Map<string, number>): Weights {
  const lists = people.map(({ artists }) => artists).filter(({ length }) => length);
  const listeners = new Map<string, number>();
  const both = new Map<string, Map<string, number>>();
  for (const list of lists) {
    for (const one of list) {
      listeners.set(one, (listeners.get(one) ?? 0) + 1);
      const row = both.get(one) ?? new Map<string, number>();
      both.set(one, row);
      for (const other of list) if (other !== one) row.set(other, (row.get(other) ?? 0) + 1);
    }
  }
  const nearest = new Map(
    [...both].map(([one, row]) => {
      const lifts = [...row]
        .filter(([, count]) => count >= 5)
        .map(([other, count]) => {
          const lift = (count * lists.length) / ((listeners.get(one) ?? 0) * (listeners.get(other) ?? 0));
          return { other, lift, id: ids.get(other) ?? 0 };
        })
        .filter(({ lift }) => lift > 1)
        .sort((a, b) => b.lift - a.lift || a.id - b.id)
        .slice(0, 20);
      return [one, new Map(lifts.map(({ other, lift }) => [other, lift]))];
    }),
  );
  const alike = new Map(
    [...nearest].map(([one, lifts]) => {
      const mutual = [...lifts].filter(([other]) => nearest.get(other)?.has(one));
      return [one, new Map(mutual.map(([other, lift]) => [other, alikeWeight(lift, lists.length)]))];
    }),
  );
  return {
    artists: new Map(
      [...listeners].map(([artist, count]) => {
        const assumed = assumedListeners(artistKey(artist));
        return [artist, artistWeight(count + assumed, lists.length)];
      }),
    ),
    alike,
  };
}

export function scoreOf(a: Person, b: Person, weights: Weights): number {
  return scorerOf(a, weights)(b);
}

function scorerOf(viewer: Person, weights: Weights): (other: Person) => number {
  const taste = tasteOf(viewer, weights);
  const own = new Set(viewer.artists);
  /** What each artist of another list adds to the overlap, per factor of its position. */
  const added = new Map<string, number>();
  for (const [position, artist] of viewer.artists.entries()) {
    const pairs = [[artist, weights.artists.get(artist) ?? 0] as const, ...(weights.alike.get(artist) ?? [])];
    for (const [other, weight] of pairs)
      added.set(other, (added.get(other) ?? 0) + orderFactor(position) * weight);
  }
  return (other) => {
    const total = other.artists.reduce(
      (sum, artist, position) => sum + orderFactor(position) * (added.get(artist) ?? 0),
      0,
    );
    const shared = other.artists.filter((artist) => own.has(artist)).length;
    return score(taste, tasteOf(other, weights), { total, shared });
  };
}

function tasteOf({ artists, genres }: Person, weights: Weights): Taste {
  return { genres: genreMask(genres), norm: normOf(artists, weights) };
}

const knownNorms = new WeakMap<Weights, WeakMap<string[], number>>();

/** The norm of a list, which is computed once: a changed list is another array. */
function normOf(artists: string[], weights: Weights): number {
  const known = knownNorms.get(weights) ?? new WeakMap<string[], number>();
  knownNorms.set(weights, known);
  const list = () =>
    artists.map((artist, position) => ({
      factor: orderFactor(position),
      weight: weights.artists.get(artist) ?? 0,
    }));
  const found = known.get(artists) ?? norm(list());
  known.set(artists, found);
  return found;
}

/** Scores everybody whom the viewer may see and who fits them. */
export function scoreEverybody(viewer: Person, { people, weights, hidden }: Community): Scored[] {
  const score = scorerOf(viewer, weights);
  const { seed } = tieOrder(viewer.id);
  return people
    .filter(({ id, age, status }) => status === "active" && age !== null && !hidden.has(`${viewer.id} ${id}`))
    .filter((other) => fits(viewer, other))
    .map((other) => ({
      other,
      score: score(other),
      distance: nearest(viewer, other),
      genres: genreMask(other.genres),
      rank: tieRank(seed, other.id),
    }));
}

/** A member's trip counts within 100 miles of its town alone. */
function nearest(viewer: Person, other: Person): number | null {
  const miles = [viewer.cell, viewer.tripCell ?? null].flatMap((from) => {
    const away = distanceMiles(from, other.tripCell ?? null);
    return [distanceMiles(from, other.cell), away === null || away > 100 ? null : away];
  });
  return miles.reduce(
    (least, each) => (least === null || (each !== null && each < least) ? each : least),
    null,
  );
}

/** The scored members that pass the filters, in order. */
export function filterScored(scored: Scored[], filters: DiscoverFilters) {
  return findPassing(scored, filters)
    .sort((a, b) => {
      if (a.score !== b.score) return b.score - a.score;
      if (a.distance === b.distance) return a.rank - b.rank;
      if (a.distance === null) return 1;
      return b.distance === null ? -1 : a.distance - b.distance;
    })
    .map(({ other, score, distance }) => ({ id: other.id, score, distance }));
}

function findPassing(scored: Scored[], filters: DiscoverFilters): Scored[] {
  const {
    ageMin = 0,
    ageMax = 65,
    genres,
    maxDistance = 50_000,
    minCompatibility = 0,
    verifiedListeners,
    photoChecked,
  } = filters;
  const asked = genres ? filterMask(genres) : -1;
  return scored.filter(
    ({ other: { age, listenerSince, hasCheckedPhoto }, score, distance, genres }) =>
      (!photoChecked || hasCheckedPhoto) &&
      score >= minCompatibility &&
      (distance === null || distance <= maxDistance) &&
      age !== null &&
      age >= ageMin &&
      (age <= ageMax || ageMax === 65) &&
      (asked === -1 || asked & genres) &&
      (!verifiedListeners || listenerSince !== null),
  );
}

/** The wider filters that find more, if these do not fill a page of 20. */
export function widenByBruteForce(scored: Scored[], filters: DiscoverFilters): Widening[] {
  const { length } = findPassing(scored, filters);
  if (length >= 20) return [];
  return getWiderSearches(filters).flatMap(({ widens, steps }) => {
    const offers = steps.map((step) => ({
      widens,
      filters: step,
      count: Math.min(MAX_WIDER, findPassing(scored, step).length - length),
    }));
    return offers.find(({ count }) => count > 0) ?? [];
  });
}
