// The genres members choose from, and their form as bits of one number.

/** All genres, in the order in which the profile offers them. A genre's place here is its bit: append only. */
export const GENRES = [
  "Rock",
  "Pop",
  "Jazz",
  "Electronic",
  "Hip-Hop",
  "R&B",
  "Country",
  "Folk",
  "Classical",
  "Blues",
  "Metal",
  "Punk",
  "Reggae",
  "Alternative",
  "Indie",
  "Dance",
  "House",
  "Techno",
  "Ambient",
  "Experimental",
  "Singer-Songwriter",
  "Acoustic",
  "Funk",
  "Soul",
  "Gospel",
] as const;

export type Genre = (typeof GENRES)[number];

/** The genres that Discover offers as a filter. */
export const FILTER_GENRES = GENRES.slice(0, 14);

/** What a chosen genre finds besides itself. */
const CHILDREN: Partial<Record<Genre, Genre[]>> = {
  Electronic: ["House", "Techno", "Ambient", "Dance"],
  Alternative: ["Indie"],
  "R&B": ["Soul", "Funk"],
  Folk: ["Acoustic", "Singer-Songwriter"],
};

/** The genres as bits, in the order of GENRES. */
export function genreMask(genres: readonly Genre[]): number {
  return genres.reduce((mask, genre) => mask | (1 << GENRES.indexOf(genre)), 0);
}

/** The bits of which a member must have one to be found by any of these genres; parents find their children. */
export function filterMask(genres: readonly Genre[]): number {
  return genreMask(genres.flatMap((genre) => [genre, ...(CHILDREN[genre] ?? [])]));
}

/** How many genres a mask holds. */
export function countGenres(mask: number): number {
  let count = 0;
  for (let rest = mask; rest; rest &= rest - 1) count++;
  return count;
}
