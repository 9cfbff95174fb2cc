// The score of two members: how well their music goes together.
import { countGenres } from "./genre";

/** Weights are whole millionths, so that sums are exact in any order and identical in SQL. */
export const MILLION = 1_000_000;

/** Members assumed on top of the real ones, so that a few listeners in a small community do not count as fame. */
export const PRIOR_MEMBERS = 1000;

/** Added to every norm, in millionths: about three artists' worth, so that short lists cannot match perfectly. */
export const CONFIDENCE_PRIOR = 20 * MILLION;

/** The points of identical lists, before the confidence prior. */
export const ARTIST_POINTS = 30;
export const GENRE_POINTS = 0.9;

/** What the score needs of each member: genres as bits and the result of `norm()`. */
export type Taste = { genres: number; norm: number };

/**
 * The weight of an artist listed by `listeners` of `members`, in millionths; rarer artists weigh more.
 * ln(1 + (members + 1000) / (listeners + 1)), an inverse document frequency with a prior.
 */
export function idf(listeners: number, members: number): number {
  return Math.round(MILLION * Math.log(1 + (members + PRIOR_MEMBERS) / (listeners + 1)));
}

/** The norm of a list of artists: the sum of their weights and the confidence prior, in millionths. */
export function norm(weights: Iterable<number>): number {
  let sum = CONFIDENCE_PRIOR;
  for (const weight of weights) sum += weight;
  return sum;
}

/**
 * The score of two members, 0 to 100 and symmetric; `shared` is the total weight of the artists both list.
 * A = shared / √(norm · norm), G = shared genres / √(genres · genres), points = 30 A + 0.9 G,
 * score = 100 points / (points + 1). Genres alone reach 47 at most.
 */
export function score(a: Taste, b: Taste, shared: number): number {
  const sharedGenres = countGenres(a.genres & b.genres);
  const artists = shared / Math.sqrt(a.norm * b.norm);
  const genres = sharedGenres && sharedGenres / Math.sqrt(countGenres(a.genres) * countGenres(b.genres));
  const points = ARTIST_POINTS * artists + GENRE_POINTS * genres;
  return Math.round((100 * points) / (points + 1));
}

/**
 * The least A² that can reach a score of `minimum` when all genres are shared: members with shared² < this · norm · norm
 * score less. Errs on the low side, so that rounding never drops a result.
 */
export function minimumOverlap(minimum: number): number {
  const points = (minimum - 0.5) / (100.5 - minimum);
  const artists = Math.max(0, (points - GENRE_POINTS) / ARTIST_POINTS - 1e-9);
  return artists * artists;
}
