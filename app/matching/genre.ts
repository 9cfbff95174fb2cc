// Genres as bits of one number, and the ones Discover filters by.
import { GENRES, type Genre } from "db/column-types";

/** The genres that Discover offers as filters. */
export const FILTER_GENRES = GENRES.slice(0, 14);

/** The genres that a filter finds besides its own. */
const CHILDREN: Partial<Record<Genre, Genre[]>> = {
  Electronic: ["House", "Techno", "Ambient", "Dance"],
  Alternative: ["Indie"],
  "R&B": ["Soul", "Funk"],
  Folk: ["Acoustic", "Singer-Songwriter"],
};

/** A mask with one bit per genre, in the order of GENRES. */
export function genreMask(genres: readonly Genre[]): number {
  return genres.reduce((mask, genre) => mask | (1 << GENRES.indexOf(genre)), 0);
}

/** A mask that overlaps with the genres of every member the filter finds; parents find their children. */
export function filterMask(genres: readonly Genre[]): number {
  return genreMask(genres.flatMap((genre) => [genre, ...(CHILDREN[genre] ?? [])]));
}

/** The number of genres in a mask. */
export function countGenres(mask: number): number {
  let count = 0;
  for (let rest = mask; rest; rest &= rest - 1) count++;
  return count;
}
