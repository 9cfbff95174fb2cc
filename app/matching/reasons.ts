// Explains a score: divides it among what two members have in common.

import { GENRES } from "db/column-types";
import { pointsOf, type Rarity, score, type Taste } from "./score";

/** At most this many pairs of alike artists are listed one by one, if they add a point; the others are summed up. */
const LISTED_PAIRS = 5;

/** An artist on both lists: where, from 1, and how rare it is. */
export type SharedArtist = {
  name: string;
  ownPosition: number;
  otherPosition: number;
  rarity: Rarity;
};

/** An artist of the viewer and another of the other member, whose fans list both `lift` times as often as chance. */
export type AlikeArtists = { own: string; other: string; lift: number };

/** Something with its part of the score, in whole points. */
type Part<Thing> = Thing & { part: number };

/** A score and its parts, largest first within each kind, which add up to it. */
export type Reasons = {
  score: number;
  artists: Part<SharedArtist>[];
  alike: Part<AlikeArtists>[];
  /** The pairs beyond those in `alike`. */
  moreAlike: Part<{ count: number }>;
  genres: Part<{ name: string }>[];
};

/** Something with its part of the overlap that the score is computed from. */
type Overlapping<Thing> = Thing & { overlap: number };

/**
 * Divides the score of two members among their shared artists, alike artists and shared genres, in proportion to the points
 * each contributes and in whole points (largest remainder), so that the parts add up.
 */
export function reasonsOf(
  a: Taste,
  b: Taste,
  shared: Overlapping<SharedArtist>[],
  alike: Overlapping<AlikeArtists>[],
): Reasons {
  const total = score(a, b, { total: sum([...shared, ...alike]), shared: shared.length });
  const artists = [...shared].sort((one, other) => other.overlap - one.overlap);
  const pairs = [...alike].sort((one, other) => other.overlap - one.overlap);
  const genres = GENRES.filter((_, bit) => a.genres & b.genres & (1 << bit));
  const { perOverlap, perGenre } = pointsOf(a, b);
  const points = sum([...artists, ...pairs]) * perOverlap + (genres.length ? genres.length * perGenre : 0);
  const large = pairs.filter(({ overlap }) => overlap * perOverlap * total >= points);
  const listed = large.slice(0, LISTED_PAIRS);
  const rest = pairs.slice(listed.length);
  const parts = divide(total, [
    ...[...artists, ...listed, { overlap: sum(rest) }].map(({ overlap }) => overlap * perOverlap),
    ...genres.map(() => perGenre),
  ]);
  const next = () => parts.shift() ?? 0;
  return {
    score: total,
    artists: artists.map(({ overlap, ...artist }) => ({ ...artist, part: next() })),
    alike: listed.map(({ overlap, ...pair }) => ({ ...pair, part: next() })),
    moreAlike: { count: rest.length, part: next() },
    genres: genres.map((name) => ({ name, part: next() })),
  };
}

function sum(things: { overlap: number }[]): number {
  return things.reduce((sum, { overlap }) => sum + overlap, 0);
}

/** Splits an integer in proportion to `weights` into integers; the largest remainders round up. */
function divide(total: number, weights: number[]): number[] {
  const sum = weights.reduce((a, b) => a + b, 0);
  const exact = weights.map((weight) => (sum ? (total * weight) / sum : 0));
  const parts = exact.map(Math.floor);
  const byRemainder = exact
    .map((share, index) => ({ index, remainder: share - Math.floor(share) }))
    .sort((a, b) => b.remainder - a.remainder);
  const left = total - parts.reduce((a, b) => a + b, 0);
  for (const { index } of byRemainder.slice(0, left)) parts[index] = (parts[index] ?? 0) + 1;
  return parts;
}
