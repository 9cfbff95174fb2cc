// How well the music of two members goes together.
import { countGenres } from "~/models/genre";

/** Weights are kept as whole millionths: then their sums do not depend on an order, and SQL's are the same. */
export const MILLION = 1_000_000;

/** Stands in for the members one has not met yet, so that a small community's counts are not taken for fame. */
export const PRIOR_MEMBERS = 1000;

/** About three artists of doubt, in millionths: a thin profile is not taken for a perfect match. */
export const DOUBT = 20 * MILLION;

/** How many points two lists would be worth if they were the same, without doubt. */
export const ARTIST_POINTS = 30;
export const GENRE_POINTS = 0.9;

/** What the score needs to know of one side. `genres` are bits, `norm` is what `norm()` gives. */
export type Taste = { genres: number; norm: number };

/**
 * The weight of an artist whom `listeners` of `members` list, in millionths: the rarer, the heavier.
 * ln(1 + (members + 1000) / (listeners + 1)), which is an idf with a prior.
 */
export function idf(listeners: number, members: number): number {
  return Math.round(MILLION * Math.log(1 + (members + PRIOR_MEMBERS) / (listeners + 1)));
}

/** The size of a list of artists by their weights, in millionths, doubt included. */
export function norm(weights: Iterable<number>): number {
  let sum = DOUBT;
  for (const weight of weights) sum += weight;
  return sum;
}

/**
 * The score of two members, 0 to 100 and symmetric; `shared` is the sum of the weights of the artists both list.
 * A = shared / √(norm · norm), G = shared genres / √(genres · genres), points = 30 A + 0.9 G,
 * score = 100 points / (points + 1). Genres alone end at 47.
 */
export function score(a: Taste, b: Taste, shared: number): number {
  const sharedGenres = countGenres(a.genres & b.genres);
  const artists = shared / Math.sqrt(a.norm * b.norm);
  const genres = sharedGenres && sharedGenres / Math.sqrt(countGenres(a.genres) * countGenres(b.genres));
  const points = ARTIST_POINTS * artists + GENRE_POINTS * genres;
  return Math.round((100 * points) / (points + 1));
}

/**
 * The least A² with which a score of `minimum` can be reached, all genres shared: a member with
 * shared² < this · norm · norm scores less. A hair too low rather than too high, so that no hit is lost.
 */
export function leastOverlap(minimum: number): number {
  const points = (minimum - 0.5) / (100.5 - minimum);
  const artists = Math.max(0, (points - GENRE_POINTS) / ARTIST_POINTS - 1e-9);
  return artists * artists;
}
