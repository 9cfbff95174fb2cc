// Finds members in the index in memory.
//
// Adds up overlaps one artist after the other. Leaves out the commonest artists by the MaxScore rule of database-finder and,
// unless very many members are in range, the artists alike, whose bounds are added instead. Turtle and Flood, "Query Evaluation: Strategies
// and Optimizations", Information Processing & Management 31(6), 1995.
import { distanceMiles, distancesFrom, NO_CELL } from "./cell";
import type { DiscoverFilters } from "./filters";
import {
  type Compare,
  type Conditions,
  conditionsOf,
  type Finder,
  minimaFor,
  PAGE_SIZE,
  type Result,
  type SortKey,
  type Viewer,
} from "./finder";
import {
  type Arrays,
  firstFrom,
  type IndexedMember,
  type MemberIndex,
  type MemberRange,
  rangesOf,
} from "./member-index";
import { CONFIDENCE_PRIOR, minimumOverlap, mostOverlap, orderFactor, SHARES_AN_ARTIST, score } from "./score";

/** The factor of each position in a list; lists are never longer. */
const FACTORS = Float64Array.from({ length: 256 }, (_, position) => orderFactor(position));

/** Rounding must never drop a result. */
const MARGIN = 1 + 1e-9;

/** The minimum score to try before the one asked for: few can reach it, and only they are looked at closely. */
const STEPS = [90];

/** With this many members in range, their overlaps are added up once for several minimum scores. */
const WIDE = 5000;
const WIDE_STEPS = [90, 80, 70, 60];

/** How many of the best are asked about one by one before all that are closed to the viewer are read. */
const ASKED_ONE_BY_ONE = 3 * PAGE_SIZE;

/** Tells which members are closed to the viewer: the viewer, and those with a decision or a block. */
export type ReadClosed = {
  /** Of these. */
  among: (ids: number[]) => Promise<number[]>;
  all: () => Promise<number[]>;
};

/** A finder that reads the index, which must not change until a result is there. */
export function findInIndex(
  index: MemberIndex,
  viewer: Viewer,
  compare: Compare,
  closedTo: ReadClosed,
): Finder {
  let closed: Set<number> | undefined;
  const readClosed = async () => {
    closed ??= new Set(await closedTo.all());
    return closed;
  };

  return {
    async findAll(filters) {
      const search = prepare(index, viewer, filters);
      try {
        const results = [...inOrder(search.collect(filters.minCompatibility ?? 0))];
        const without = await readClosed();
        return results.filter(({ id }) => !without.has(id));
      } finally {
        search.end();
      }
    },
    async findBest(filters, after) {
      const requested = filters.minCompatibility ?? 0;
      const search = prepare(index, viewer, filters);
      try {
        for (const minimum of minimaFor(search.steps, requested, after)) {
          const found = search.collect(minimum);
          if (found.count + found.changed.length <= PAGE_SIZE && minimum > requested) continue;
          const best = await takeOpen(inOrder(found, compare, after));
          if (best.length > PAGE_SIZE || minimum === requested) return best;
        }
        return [];
      } finally {
        search.end();
      }
    },
    async count(filters) {
      const conditions = conditionsOf(viewer, filters);
      const without = await readClosed();
      let count = 0;
      for (const { from, to } of rangesIn(index.arrays, conditions)) {
        for (let number = from; number < to; number++) {
          if (isFitting(index.arrays, number, conditions) && !without.has(index.arrays.ids[number] ?? 0))
            count++;
        }
      }
      for (const member of index.changed.values()) {
        if (isFittingMember(member, viewer, filters, conditions) && !without.has(member.id)) count++;
      }
      return count;
    },
  };

  /** The first of these who are open to the viewer: more than a page, or all. */
  async function takeOpen(results: Iterator<Result>): Promise<Result[]> {
    const open: Result[] = [];
    for (let isFirst = true; ; isFirst = false) {
      const taken = take(results, ASKED_ONE_BY_ONE);
      const without =
        isFirst && !closed ? new Set(await closedTo.among(taken.map(({ id }) => id))) : await readClosed();
      open.push(...taken.filter(({ id }) => !without.has(id)));
      if (open.length > PAGE_SIZE || taken.length < ASKED_ONE_BY_ONE) return open;
    }
  }
}

/** The next of these, `count` at most. */
function take(results: Iterator<Result>, count: number): Result[] {
  const taken: Result[] = [];
  while (taken.length < count) {
    const { done, value } = results.next();
    if (done) break;
    taken.push(value);
  }
  return taken;
}

/** Who passes the filters and reaches a minimum, open to the viewer or not. Valid until the next `collect()`. */
type Found = {
  /** How many of the index's members; their numbers are in `arrays.touched`, their scores in `arrays.scores`. */
  count: number;
  arrays: Arrays;
  /** Those among the members who have changed since. */
  changed: Result[];
  viewer: Viewer;
};

/**
 * Prepares to find who passes the filters and reaches one minimum after the other. With many members in range, the overlaps
 * of all of them are added up once, artists alike included: reading everybody's list would miss the processor's cache.
 */
function prepare(index: MemberIndex, viewer: Viewer, filters: DiscoverFilters) {
  const { arrays } = index;
  const conditions = conditionsOf(viewer, filters);
  const ranges = rangesIn(arrays, conditions);
  const isWide = ranges.reduce((sum, { from, to }) => sum + to - from, 0) >= WIDE;
  let isSummed = false;

  function findNumbers(minimum: number, query: ExpandedQuery): number {
    if (minimum < SHARES_AN_ARTIST) {
      end();
      return scoreEverybody(arrays, viewer, conditions, ranges, minimum, query);
    }
    if (!isWide) return scoreListeners(arrays, viewer, conditions, ranges, minimum, query);
    if (!isSummed) {
      isSummed = true;
      addOverlaps(arrays, query, [...viewer.list.keys()], ranges);
      addAlikeOverlaps(arrays, viewer, ranges);
    }
    return scoreSums(arrays, viewer, conditions, ranges, minimum);
  }

  function collect(minimum: number): Found {
    const query = expandInto(viewer);
    const count = findNumbers(minimum, query);
    const changed: Result[] = [];
    for (const member of index.changed.values()) {
      if (!isFittingMember(member, viewer, filters, conditions)) continue;
      const overlap = overlapWithList(query, member.artists, 0, member.artists.length);
      const memberScore = score(viewer, member, overlap);
      if (memberScore < minimum) continue;
      const distance = distanceMiles(viewer.cell, member.cell);
      changed.push({ id: member.id, score: memberScore, distance, age: member.age, genres: member.genres });
    }
    clear(query, viewer);
    return { count, arrays, changed, viewer };
  }

  function end() {
    if (isSummed) for (const { from, to } of ranges) arrays.sums.fill(0, from, to);
    isSummed = false;
  }

  return { steps: isWide ? WIDE_STEPS : STEPS, collect, end };
}

/** Results in order, and after a key if given. They are made and sorted score by score as they are taken. */
function* inOrder(
  { count, arrays, changed, viewer }: Found,
  compare?: Compare,
  after?: SortKey,
): Generator<Result> {
  const { touched, scores, ids, cells, ages, genres } = arrays;
  const distanceTo = distancesFrom(viewer.cell);
  const byScore: number[][] = Array.from({ length: 101 }, () => []);
  for (let i = 0; i < count; i++) byScore[scores[i] as number]?.push(touched[i] as number);

  for (let score = after?.score ?? 100; score >= 0; score--) {
    const results = changed.filter((result) => result.score === score);
    for (const number of byScore[score] ?? []) {
      const distance = distanceTo(cells[number] as number);
      const [id, age] = [ids[number] as number, ages[number] as number];
      results.push({ id, score, distance, age, genres: genres[number] as number });
    }
    if (compare) results.sort(compare);
    for (const result of results) if (!after || !compare || compare(after, result) < 0) yield result;
  }
}

/**
 * The viewer's expanded list by artist id: 0 for all others, ALIKE or OWN, and what each adds per factor of its position.
 * Most artists of a list are none of these, and `kinds` is small enough to stay in the processor's cache.
 */
type ExpandedQuery = { kinds: Uint8Array; weights: Float64Array };
const ALIKE = 1;
const OWN = 2;

/** One query at a time is spread out over the artists. */
let spread: ExpandedQuery = { kinds: new Uint8Array(0), weights: new Float64Array(0) };

function expandInto({ expanded }: Viewer): ExpandedQuery {
  let highest = 0;
  for (const artist of expanded.keys()) if (artist > highest) highest = artist;
  if (highest >= spread.weights.length) {
    const length = 2 * highest + 1;
    spread = { kinds: new Uint8Array(length), weights: new Float64Array(length) };
  }
  for (const [artist, { weight, isOwn }] of expanded) {
    spread.kinds[artist] = isOwn ? OWN : ALIKE;
    spread.weights[artist] = weight;
  }
  return spread;
}

function clear({ kinds }: ExpandedQuery, { expanded }: Viewer) {
  for (const artist of expanded.keys()) kinds[artist] = 0;
}

/** What a list has in common with the query: its artists from `start` up to, but without, `end`. */
function overlapWithList(
  { kinds, weights }: ExpandedQuery,
  list: ArrayLike<number>,
  start: number,
  end: number,
) {
  let total = 0;
  let sharesArtist = false;
  for (let at = start; at < end; at++) {
    const artist = list[at] as number;
    const kind = artist < kinds.length ? (kinds[artist] as number) : 0;
    if (kind === 0) continue;
    total += (weights[artist] as number) * (FACTORS[at - start] as number);
    if (kind === OWN) sharesArtist = true;
  }
  return { total, sharesArtist };
}

/** The score of a member whose list is read. */
function scoreOf(arrays: Arrays, number: number, viewer: Viewer, query: ExpandedQuery): number {
  const { genres, norms, lists, listStarts } = arrays;
  const [start, end] = [listStarts[number] as number, listStarts[number + 1] as number];
  const other = { genres: genres[number] as number, norm: norms[number] as number };
  return score(viewer, other, overlapWithList(query, lists, start, end));
}

/** Scores everybody. Returns how many are found. */
function scoreEverybody(
  arrays: Arrays,
  viewer: Viewer,
  conditions: Conditions,
  ranges: MemberRange[],
  minimum: number,
  query: ExpandedQuery,
): number {
  const { touched, scores } = arrays;
  let found = 0;
  for (const { from, to } of ranges) {
    for (let number = from; number < to; number++) {
      if (!isFitting(arrays, number, conditions)) continue;
      const memberScore = scoreOf(arrays, number, viewer, query);
      if (memberScore < minimum) continue;
      touched[found] = number;
      scores[found++] = memberScore;
    }
  }
  return found;
}

/** Scores the members who list one of the viewer's own artists. Returns how many are found. */
function scoreListeners(
  arrays: Arrays,
  viewer: Viewer,
  conditions: Conditions,
  ranges: MemberRange[],
  minimum: number,
  query: ExpandedQuery,
): number {
  const { norms, sums, touched, scores, longestList } = arrays;
  const least = minimumOverlap(minimum) * viewer.norm;
  const { essential, most, perRoot, mostAlike } = chooseEssential(viewer, least, longestList);
  const count = addOverlaps(arrays, query, essential, ranges);
  let found = 0;
  for (let i = 0; i < count; i++) {
    const number = touched[i] as number;
    const sum = sums[number] as number;
    sums[number] = 0;
    if (!isFitting(arrays, number, conditions)) continue;
    const norm = norms[number] as number;
    const rest = Math.min(most, perRoot * Math.sqrt(norm - CONFIDENCE_PRIOR)) + mostAlike;
    const bound = (sum + rest) * MARGIN;
    if (bound * bound < least * norm) continue;
    const memberScore = scoreOf(arrays, number, viewer, query);
    if (memberScore < minimum) continue;
    touched[found] = number;
    scores[found++] = memberScore;
  }
  return found;
}

/** Scores the members whose overlaps are added up. Returns how many are found. */
function scoreSums(
  arrays: Arrays,
  viewer: Viewer,
  conditions: Conditions,
  ranges: MemberRange[],
  minimum: number,
): number {
  const { genres, norms, sums, touched, scores } = arrays;
  const least = minimumOverlap(minimum) * viewer.norm;
  const other = { genres: 0, norm: 0 };
  const overlap = { total: 0, sharesArtist: true };
  let found = 0;
  for (const { from, to } of ranges) {
    for (let number = from; number < to; number++) {
      const sum = sums[number] as number;
      if (sum === 0) continue;
      const norm = norms[number] as number;
      if (sum * sum * MARGIN < least * norm || !isFitting(arrays, number, conditions)) continue;
      other.genres = genres[number] as number;
      other.norm = norm;
      overlap.total = sum;
      const memberScore = score(viewer, other, overlap);
      if (memberScore < minimum) continue;
      touched[found] = number;
      scores[found++] = memberScore;
    }
  }
  return found;
}

/**
 * Chooses the viewer's own artists whose postings have to be read to find everybody with total² / norm of `least`. What the
 * other own artists add is bounded as in database-finder; what the artists alike add, by the order that suits best.
 */
function chooseEssential({ list, expanded }: Viewer, least: number, longestList: number) {
  const alike: number[] = [];
  for (const { weight, isOwn } of expanded.values()) if (!isOwn) alike.push(weight);
  const mostAlike = mostOverlap(alike.sort((a, b) => b - a).slice(0, longestList));
  const commonestFirst = [...list].sort((a, b) => b[1].listeners - a[1].listeners);
  const left: number[] = [];
  let [most, squares, next] = [0, 0, 0];
  for (const [artist, { weight }] of commonestFirst) {
    const expandedWeight = expanded.get(artist)?.weight ?? 0;
    const mostWith = mostOverlap([...left, expandedWeight]);
    const squaresWith = squares + expandedWeight ** 2 / weight;
    const own = 1 / (CONFIDENCE_PRIOR / mostWith ** 2 + 1 / squaresWith);
    if ((Math.sqrt(own) + mostAlike / Math.sqrt(CONFIDENCE_PRIOR)) ** 2 * MARGIN >= least) break;
    left.push(expandedWeight);
    most = mostWith;
    squares = squaresWith;
    next++;
  }
  const essential = commonestFirst.slice(next).map(([artist]) => artist);
  return { essential, most, perRoot: Math.sqrt(squares), mostAlike };
}

/** Adds up what artists add to each member's overlap; returns how many members are `touched`. */
function addOverlaps(
  { postingStarts, postings, positions, sums, touched }: Arrays,
  { weights }: ExpandedQuery,
  artists: number[],
  ranges: MemberRange[],
): number {
  let count = 0;
  for (const artist of artists) {
    if (artist + 1 >= postingStarts.length) continue;
    const weight = weights[artist] as number;
    let start = postingStarts[artist] as number;
    const end = postingStarts[artist + 1] as number;
    for (const { from, to } of ranges) {
      start = firstFrom(postings, from, start, end);
      for (; start < end && (postings[start] as number) < to; start++) {
        const number = postings[start] as number;
        const sum = sums[number] as number;
        // Every artist weighs something, so that a sum of 0 is a member not touched before.
        if (sum === 0) touched[count++] = number;
        sums[number] = sum + weight * (FACTORS[positions[start] as number] as number);
      }
    }
  }
  return count;
}

/** Adds what artists alike add to the overlaps of members who list one of the viewer's own. */
function addAlikeOverlaps(
  { postingStarts, postings, positions, sums }: Arrays,
  { expanded }: Viewer,
  ranges: MemberRange[],
) {
  for (const [artist, { weight, isOwn }] of expanded) {
    if (isOwn || artist + 1 >= postingStarts.length) continue;
    let start = postingStarts[artist] as number;
    const end = postingStarts[artist + 1] as number;
    for (const { from, to } of ranges) {
      start = firstFrom(postings, from, start, end);
      for (; start < end && (postings[start] as number) < to; start++) {
        const number = postings[start] as number;
        const sum = sums[number] as number;
        if (sum !== 0) sums[number] = sum + weight * (FACTORS[positions[start] as number] as number);
      }
    }
  }
}

/** The members in the cells of conditions: those without a place pass any distance. */
function rangesIn(arrays: Arrays, { cells }: Conditions) {
  return rangesOf(arrays, cells && [{ low: NO_CELL, high: NO_CELL }, ...cells]);
}

function isFitting({ ages, genres, wishes }: Arrays, number: number, conditions: Conditions): boolean {
  const age = ages[number] as number;
  return age !== 0 && isFittingWith(age, genres[number] as number, wishes[number] as number, conditions);
}

function isFittingMember(
  member: IndexedMember,
  viewer: Viewer,
  { maxDistance }: DiscoverFilters,
  conditions: Conditions,
): boolean {
  const distance = conditions.cells && distanceMiles(viewer.cell, member.cell);
  return (
    isFittingWith(member.age, member.genres, member.wishes, conditions) &&
    (distance ?? 0) <= (maxDistance ?? 0)
  );
}

/** The condition of FITS_VIEWER, and of the filters. */
function isFittingWith(
  age: number,
  genres: number,
  wishes: number,
  { from, to, genres: asked, minuend, fitMask, fit }: Conditions,
): boolean {
  return (
    age >= from &&
    age <= to &&
    (asked === -1 || (genres & asked) !== 0) &&
    ((minuend - wishes) & fitMask) === fit
  );
}
