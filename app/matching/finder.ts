// The types of a search: who searches, the conditions on members, and the order of results. Members with the same score at the same
// distance are in a random order for each viewer and day, so that nobody is always last.
import { NEW_HERE } from "db/column-types";
import type { ExpandedArtist } from "./alike";
import { type CellRange, cellsWithin, nearestMiles, type Places } from "./cell";
import { agesOf, type DiscoverFilters } from "./filters";
import { filterMask } from "./genre";
import type { ListedArtist, Taste } from "./score";
import { agesToMeet, fitParameters } from "./wishes";

export const PAGE_SIZE = 20;

/** Miles beyond any real distance, so that members at an unknown distance sort last. */
const FAR = 100_000;

/** A member's badges, one bit each and NEW_HERE, so that a search tests them all at once. */
const VERIFIED_LISTENER = 1 << 0;
/** A trigger of the database maintains this one, too. */
const PHOTO_CHECKED = 1 << 1;

/** The badges of the row's `member` at a moment in ms, as an SQL expression. */
export function sqlBadges(now: number) {
  return `(iif(listener_since is null, 0, ${VERIFIED_LISTENER}) | iif(photo_id = checked_photo_id, ${PHOTO_CHECKED}, 0)
    | iif(shows_new and new_until > ${now}, ${NEW_HERE}, 0))`;
}

/** The values that results are ordered by; `id` decides ties by its rank. */
export type SortKey = { score: number; distance: number | null; id: number };

export type Compare = (a: SortKey, b: SortKey) => number;

/** A member with everything their scores depend on. */
export type WeightedMember = Taste &
  Places & {
    id: number;
    age: number | null;
    /** As wishes.ts packs them. */
    wishes: number;
    /** Their artists, by id. */
    list: Map<number, ListedArtist & { position: number; listeners: number }>;
  };

/** The member who searches, whose list is expanded by the alike artists. */
export type Viewer = WeightedMember & { expanded: Map<number, ExpandedArtist> };

/** Filters, and whether to find only members who are new here, or nobody who is. */
export type FinderFilters = DiscoverFilters & { isNew?: boolean };

/**
 * Finds the members who pass filters and fit the viewer in both directions, without the viewer, members they have decided on,
 * blocks in either direction, and members they have parted from.
 */
export type Finder = {
  /** The best in order, after a key if given: as many as wanted, or all. */
  findBest: (filters: FinderFilters, wanted: number, after?: SortKey) => Promise<SortKey[]>;
  /** How many there are. No more are counted than asked for. */
  count: (filters: FinderFilters, atMost: number) => Promise<number>;
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
export type Conditions = Traits & {
  /** The cells within the distance, besides those without a place; undefined for any distance. */
  cells: CellRange[] | undefined;
};

/** The same without the distance. */
type Traits = ReturnType<typeof fitParameters> & {
  /** Genre bits, one of which is needed; -1 if any genres pass, even none. */
  genres: number;
  /** The bits of the badges that the filters ask for, and those of them that must be set. */
  askedBadges: number;
  badges: number;
  /** The ages that pass, both inclusive. */
  from: number;
  to: number;
};

export function conditionsOf(viewer: WeightedMember, filters: FinderFilters): Conditions {
  const { maxDistance } = filters;
  const places = [viewer.cell, viewer.tripCell].filter((cell) => cell !== null);
  const isAnywhere = maxDistance === undefined || !places.length;
  const cells = isAnywhere ? undefined : places.flatMap((cell) => cellsWithin(cell, maxDistance));
  return { cells, ...traitsOf(viewer, filters) };
}

function traitsOf(viewer: Pick<WeightedMember, "wishes" | "age">, filters: FinderFilters): Traits {
  const [asked, wished] = [agesOf(filters), agesToMeet(viewer.wishes)];
  const needed =
    (filters.verifiedListeners ? VERIFIED_LISTENER : 0) | (filters.photoChecked ? PHOTO_CHECKED : 0);
  return {
    genres: filters.genres ? filterMask(filters.genres) : -1,
    askedBadges: needed | (filters.isNew === undefined ? 0 : NEW_HERE),
    badges: needed | (filters.isNew ? NEW_HERE : 0),
    from: Math.max(asked.from, wished.from),
    to: Math.min(asked.to, wished.to),
    ...fitParameters(viewer.wishes, viewer.age),
  };
}

/** What filters other than scores look at in a member. */
type Traited = Record<"cell" | "age" | "genres" | "wishes" | "badges", number> & Places;

/** Whether a member passes the filters of a viewer, whatever their score, and fits their wishes in both directions. */
export function passes(
  viewer: Pick<Traited, "age" | "wishes"> & Places,
  filters: DiscoverFilters,
  member: Traited,
): boolean {
  const { maxDistance = Number.POSITIVE_INFINITY } = filters;
  const isNear = (nearestMiles(viewer, member) ?? 0) <= maxDistance;
  return (
    isNear && hasTraits(member.age, member.genres, member.wishes, member.badges, traitsOf(viewer, filters))
  );
}

/** Whether a member with these traits fits. */
export function hasTraits(
  age: number,
  genres: number,
  wishes: number,
  badges: number,
  { from, to, genres: asked, askedBadges, badges: needed, minuend, fitMask, fit }: Traits,
): boolean {
  return (
    age >= from &&
    age <= to &&
    (asked === -1 || (genres & asked) !== 0) &&
    (badges & askedBadges) === needed &&
    ((minuend - wishes) & fitMask) === fit
  );
}

/** Two 32-bit numbers that key a hash. */
export type TieSeed = [number, number];

/** A day, in days since 1970, and the seed of a viewer's ties on it. */
export type TieOrder = { day: number; seed: TieSeed };

/** The seed of a viewer, from that of the day. */
export function viewerSeed([low, high]: TieSeed, viewerId: number): TieSeed {
  return [tieRank([low, high], viewerId), tieRank([high, low], viewerId)];
}

/** Where a member stands among equals: a 32-bit hash of the id, keyed by the viewer's seed. */
export function tieRank([low, high]: TieSeed, memberId: number): number {
  return mix(mix(memberId ^ low) ^ Math.floor(memberId / 2 ** 32) ^ high) >>> 0;
}

/** MurmurHash3's finalizer. */
function mix(hash: number): number {
  let mixed = Math.imul(hash ^ (hash >>> 16), 0x85ebca6b);
  mixed = Math.imul(mixed ^ (mixed >>> 13), 0xc2b2ae35);
  return mixed ^ (mixed >>> 16);
}
