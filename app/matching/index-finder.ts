// Finds members in the index in memory.
import { distancesFrom, NO_CELL, nearestMiles } from "./cell";
import {
  type Compare,
  conditionsOf,
  type Finder,
  type FinderFilters,
  hasTraits,
  type SortKey,
  type Viewer,
} from "./finder";
import { findReaching, type IndexSearch, isFitting, scoreMember } from "./index-scores";
import { type IndexedMember, listenersIn, type MemberIndex, rangesOf } from "./member-index";
import { mayFit } from "./wishes";

/** How many more than wanted are looked for, since some may be closed to the viewer. */
const SPARE = 20;

/** Tells which members are closed to the viewer: themselves, and those they have decided on, blocked or parted from. */
export type ReadClosed = {
  /** Of these. */
  among: (ids: number[]) => Promise<number[]>;
  all: () => Promise<number[]>;
};

/**
 * A finder that reads the index as it is now; a rebuild doesn't affect it. With the id of an `artist` it finds only members who
 * list them.
 */
export function findInIndex(
  { arrays, changed }: Pick<MemberIndex, "arrays" | "changed">,
  viewer: Viewer,
  compare: Compare,
  closedTo: ReadClosed,
  artist?: number,
): Finder {
  const index = { arrays, changed, artist };
  const known = new Map<number, boolean>();
  let allClosed: Set<number> | undefined;

  return {
    findBest: (filters, wanted, after) => findOpen(filters, wanted, compare, after),
    async count(filters, atMost) {
      if (filters.minCompatibility !== undefined) return (await findOpen(filters, atMost)).length;
      return (await takeOpen(fitting(prepare(index, viewer, filters)), atMost)).length;
    },
  };

  /** As many as wanted, or all: the first in order, if one is given. */
  async function findOpen(filters: FinderFilters, wanted: number, order?: Compare, after?: SortKey) {
    const search = prepare(index, viewer, filters);
    if (!allClosed) {
      const best = findCandidates(search, wanted + SPARE, order, after);
      const open = await takeOpen(best.results, wanted);
      if (open.length === wanted || best.isAll) return open;
    }
    allClosed ??= new Set(await closedTo.all());
    return take(findCandidates(search, wanted, order, after, allClosed).results, wanted);
  }

  /** The first of these who are open to the viewer: as many as wanted, or all. */
  async function takeOpen<Item extends { id: number }>(
    items: Iterator<Item>,
    wanted: number,
  ): Promise<Item[]> {
    const open: Item[] = [];
    for (;;) {
      const taken = take(items, wanted + SPARE);
      const closed = allClosed ?? (await readClosed(taken.map(({ id }) => id)));
      for (const item of taken) if (!closed.has(item.id) && open.length < wanted) open.push(item);
      if (open.length === wanted || taken.length < wanted + SPARE) return open;
      allClosed ??= new Set(await closedTo.all());
    }
  }

  /** Which of these are closed. Wider filters find the same members again. */
  async function readClosed(ids: number[]): Promise<Set<number>> {
    const unknown = ids.filter((id) => !known.has(id));
    const closed = unknown.length ? new Set(await closedTo.among(unknown)) : new Set();
    for (const id of unknown) known.set(id, closed.has(id));
    return new Set(ids.filter((id) => known.get(id)));
  }
}

/** The next of these, `count` at most. */
function take<Item>(items: Iterator<Item>, count: number): Item[] {
  const taken: Item[] = [];
  while (taken.length < count) {
    const { done, value } = items.next();
    if (done) break;
    taken.push(value);
  }
  return taken;
}

/** What a finder reads: the index, and the artist whom everybody found must list. */
type FinderIndex = Pick<MemberIndex, "arrays" | "changed"> & { artist: number | undefined };

/**
 * A search's part of the index, its lowest score, and with an artist the numbers of the members in the arrays who list them.
 */
type PreparedSearch = IndexSearch &
  FinderIndex & { filters: FinderFilters; requested: number; listsArtist?: Uint8Array };

function prepare(
  { arrays, changed, artist }: FinderIndex,
  viewer: Viewer,
  filters: FinderFilters,
): PreparedSearch {
  const conditions = conditionsOf(viewer, filters);
  // Those without a place pass any distance.
  const ranges = rangesOf(
    arrays,
    (group) => mayFit(group, conditions),
    conditions.cells && [{ low: NO_CELL, high: NO_CELL }, ...conditions.cells],
  );
  return {
    changed,
    artist,
    filters,
    requested: filters.minCompatibility ?? 0,
    arrays,
    viewer,
    conditions,
    ...(artist === undefined ? { ranges } : listenersIn(arrays, artist, ranges)),
  };
}

/**
 * At least as many as wanted, or all, without those in `closed`: in order, those with the highest scores, after a key if given;
 * otherwise any.
 */
function findCandidates(
  search: PreparedSearch,
  wanted: number,
  compare?: Compare,
  after?: SortKey,
  closed?: Set<number>,
): { results: Iterator<SortKey>; isAll: boolean } {
  const { arrays, changed, viewer, requested, listsArtist } = search;
  const distanceTo = distancesFrom(viewer);
  const isWanted = (result: SortKey) =>
    !closed?.has(result.id) && !(after && compare && compare(after, result) >= 0);
  const resultOf = (number: number, score: number) => {
    if (listsArtist?.[number] === 0) return undefined;
    const [id, cell] = [arrays.ids[number] as number, arrays.cells[number] as number];
    const result = { id, score, distance: distanceTo(cell) };
    return !changed.has(id) && isWanted(result) ? result : undefined;
  };
  const ask = { minimum: requested, wanted, anyWillDo: !compare, resultOf };
  const { byScore, lowest, isAll } = findReaching(search, ask);
  for (const result of scoreChanged(search, lowest))
    if (isWanted(result)) byScore[result.score]?.push(result);
  return { results: inOrder(byScore.slice(lowest), compare), isAll };
}

/** Results by score, the highest first. They are sorted as they are taken. */
function* inOrder(byScore: SortKey[][], compare?: Compare): Generator<SortKey> {
  for (const results of byScore.reverse()) yield* compare ? results.sort(compare) : results;
}

/** The members who have changed since the arrays were made, if they pass the filters and reach a minimum. */
function scoreChanged(search: PreparedSearch, minimum: number): SortKey[] {
  const { changed, viewer } = search;
  const results: SortKey[] = [];
  for (const member of changed.values()) {
    if (!member || !isChangedFitting(search, member)) continue;
    const score = scoreMember(viewer, member);
    if (score < minimum) continue;
    results.push({ id: member.id, score, distance: nearestMiles(viewer, member) });
  }
  return results;
}

/** All who pass the filters, whatever their score. */
function* fitting(search: PreparedSearch): Generator<{ id: number }> {
  const { changed, arrays, conditions, ranges, listsArtist } = search;
  for (const member of changed.values()) if (member && isChangedFitting(search, member)) yield member;
  for (const { from, to } of ranges) {
    for (let number = from; number < to; number++) {
      const id = arrays.ids[number] as number;
      const isOpen = listsArtist?.[number] !== 0 && !changed.has(id);
      if (isOpen && isFitting(arrays, number, conditions)) yield { id };
    }
  }
}

function isChangedFitting(
  { viewer, conditions, filters, artist }: PreparedSearch,
  member: IndexedMember,
): boolean {
  const isInReach = () =>
    !conditions.cells || (nearestMiles(viewer, member) ?? 0) <= (filters.maxDistance ?? 0);
  return (
    hasTraits(member.age, member.genres, member.wishes, member.badges, conditions) &&
    (artist === undefined || Array.from(member.artists).includes(artist)) &&
    isInReach()
  );
}
