// Explains a score: divides it among the artists and genres that two members share.

import { GENRES } from "db/column-types";
import { countGenres } from "./genre";
import { ARTIST_POINTS, GENRE_POINTS, score, type Taste } from "./score";

/** A shared artist or genre, and its part of the score in whole points. */
export type Reason = { name: string; part: number };

/** A score and its parts, largest first, which add up to it. */
export type Reasons = { score: number; artists: Reason[]; genres: Reason[] };

/**
 * The answer to "Why 78%?". `reasons` is null while either member has no saved preferences; `ownMusic` says whether the
 * viewer has.
 */
export type Why = { name: string; score: number; reasons: Reasons | null; ownMusic: boolean };

/**
 * Divides the score of two members among their shared artists and genres, in proportion to the points each contributes
 * and in whole points (largest remainder), so that the parts add up. `shared` lists the common artists with weights.
 */
export function reasonsOf(a: Taste, b: Taste, shared: { name: string; weight: number }[]): Reasons {
  const total = score(
    a,
    b,
    shared.reduce((sum, { weight }) => sum + weight, 0),
  );
  const artists = [...shared].sort((one, other) => other.weight - one.weight);
  const genres = GENRES.filter((_, bit) => a.genres & b.genres & (1 << bit));
  const perWeight = ARTIST_POINTS / Math.sqrt(a.norm * b.norm);
  const perGenre = GENRE_POINTS / Math.sqrt(countGenres(a.genres) * countGenres(b.genres));
  const parts = divide(total, [
    ...artists.map(({ weight }) => weight * perWeight),
    ...genres.map(() => perGenre),
  ]);
  return {
    score: total,
    artists: artists.map(({ name }, index) => ({ name, part: parts[index] ?? 0 })),
    genres: genres.map((name, index) => ({ name, part: parts[artists.length + index] ?? 0 })),
  };
}

/** Splits an integer in proportion to `weights` into integers; the largest remainders round up. */
function divide(total: number, weights: number[]): number[] {
  const sum = weights.reduce((a, b) => a + b, 0);
  const exact = weights.map((weight) => (total * weight) / sum);
  const parts = exact.map(Math.floor);
  const byRemainder = exact
    .map((share, index) => ({ index, remainder: share - Math.floor(share) }))
    .sort((a, b) => b.remainder - a.remainder);
  const left = total - parts.reduce((a, b) => a + b, 0);
  for (const { index } of byRemainder.slice(0, left)) parts[index] = (parts[index] ?? 0) + 1;
  return parts;
}
