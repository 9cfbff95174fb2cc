// The types of a search: who searches, the conditions on members, and the order of results.
import type { ExpandedArtist } from "./alike";
import { type CellRange, cellsWithin } from "./cell";
import { agesOf, type DiscoverFilters } from "./filters";
import { filterMask } from "./genre";
import type { ListedArtist, Taste } from "./score";
import { type TieOrder, tieRank } from "./tie";
import { agesToMeet, fitParameters } from "./wishes";

export const PAGE_SIZE = 20;

/** Miles beyond any real distance, so that members at an unknown distance sort last. */
const FAR = 100_000;

/** What others can count on about a member, one bit each, so that a search tests them all at once. */
const VERIFIED_LISTENER = 1 << 0;
/** A trigger of the database keeps this one, too. */
const PHOTO_CHECKED = 1 << 1;

/** The badges of the row's `member`, as an SQL expression. */
export const sqlBadges = `(iif(listener_since is null, 0, ${VERIFIED_LISTENER})
  | iif(photo_id = checked_photo_id, ${PHOTO_CHECKED}, 0))`;

/** The values that results are ordered by; `id` decides ties by its rank. */
export type SortKey = { score: number; distance: number | null; id: number };

export type Compare = (a: SortKey, b: SortKey) => number;

/** A member with everything their scores depend on. */
export type WeightedMember = Taste & {
  id: number;
  cell: number | null;
  /** The town of a trip in whose days they are. */
  tripCell: number | null;
  age: number | null;
  /** As wishes.ts packs them. */
  wishes: number;
  /** Their artists, by id. */
  list: Map<number, ListedArtist & { position: number; listeners: number }>;
};

/** The member who searches, whose list is expanded by the alike artists. */
export type Viewer = WeightedMember & { expanded: Map<number, ExpandedArtist> };

/**
 * Finds the members who pass filters and fit the viewer in both directions, without the viewer, members they have decided
 * on, those between whom and the viewer there is a block, and those whose connection with them has ended.
 */
export type Finder = {
  /** In order, and after a key if given: more than a page of them, or all. */
  findBest: (filters: DiscoverFilters, after?: SortKey) => Promise<SortKey[]>;
  /** How many there are. No more are counted than asked for. */
  count: (filters: DiscoverFilters, atMost: number) => Promise<number>;
};

/** Compares results for sorting. */
export function resultOrder({ seed }: TieOrder): Compare {
  return (a, b) =>
    b.score - a.score ||
    (a.distance ?? FAR) - (b.distance ?? FAR) ||
    tieRank(seed, a.id) - tieRank(seed, b.id) ||
    a.id - b.id;
}

/** What a member has to be for the viewer's filters and wishes. Members without a known place pass any distance. */
export type Conditions = ReturnType<typeof fitParameters> & {
  /** The cells within the distance, besides those without a place; undefined for any distance. */
  cells: CellRange[] | undefined;
  /** Genre bits, one of which is needed; -1 if any genres pass, even none. */
  genres: number;
  /** The bits of all badges that are needed. */
  badges: number;
  /** The ages that pass, both inclusive. */
  from: number;
  to: number;
};

/** Where a member is looked for: at home, and in the town of a trip. */
export function placesOf(member: { cell: number | null; tripCell: number | null }): (number | null)[] {
  return [member.cell, member.tripCell];
}

export function conditionsOf(viewer: WeightedMember, filters: DiscoverFilters): Conditions {
  const { maxDistance } = filters;
  const places = placesOf(viewer).filter((cell) => cell !== null);
  const [asked, wished] = [agesOf(filters), agesToMeet(viewer.wishes)];
  return {
    cells:
      maxDistance === undefined || !places.length
        ? undefined
        : places.flatMap((cell) => cellsWithin(cell, maxDistance)),
    genres: filters.genres ? filterMask(filters.genres) : -1,
    badges: (filters.verifiedListeners ? VERIFIED_LISTENER : 0) | (filters.photoChecked ? PHOTO_CHECKED : 0),
    from: Math.max(asked.from, wished.from),
    to: Math.min(asked.to, wished.to),
    ...fitParameters(viewer.wishes, viewer.age),
  };
}
