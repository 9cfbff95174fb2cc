// Why a score is what it is: the score divided among the artists and genres that two members share.
import { countGenres, GENRES } from "~/models/genre";
import { ARTIST_POINTS, GENRE_POINTS, score, type Taste } from "./score";

/** One thing that both share, and its part of the score in whole percent. */
export type Reason = { name: string; part: number };

/** A score and its parts, the greatest first; together they are the score. */
export type Reasons = { score: number; artists: Reason[]; genres: Reason[] };

/**
 * What "Why 78%?" answers with: no reasons while either side has saved no preferences; `ownMusic` says whether the
 * viewer has.
 */
export type Why = { name: string; score: number; reasons: Reasons | null; ownMusic: boolean };

/**
 * Divides the score of two members among what they share, in proportion to the points that each artist and each genre
 * brought, in whole percents (largest remainder), so that the parts add up. `shared` are the artists of both with
 * their weights.
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
    artists: artists.map(({ name }, place) => ({ name, part: parts[place] ?? 0 })),
    genres: genres.map((name, place) => ({ name, part: parts[artists.length + place] ?? 0 })),
  };
}

/** Divides a whole number in proportion to `weights` into whole numbers; what is left goes to the largest remainders. */
function divide(total: number, weights: number[]): number[] {
  const sum = weights.reduce((a, b) => a + b, 0);
  const exact = weights.map((weight) => (total * weight) / sum);
  const parts = exact.map(Math.floor);
  const byRemainder = exact
    .map((share, place) => ({ place, rest: share - Math.floor(share) }))
    .sort((a, b) => b.rest - a.rest);
  const left = total - parts.reduce((a, b) => a + b, 0);
  for (const { place } of byRemainder.slice(0, left)) parts[place] = (parts[place] ?? 0) + 1;
  return parts;
}
