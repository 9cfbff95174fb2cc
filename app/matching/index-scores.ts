// Which members of the index reach the best scores with a viewer.
//
// Adds up overlaps artist by artist, in small numbers that are rounded up, and reads the lists of those who may reach the
// minimum. Sums of whole steps, as in Anh and Moffat, "Simplified Similarity Scoring Using Term Ranks", SIGIR 2005, are quick to
// add and to compare. The minimum rises after each block, which fits into the processor's cache.
import type { Conditions, SortKey, Viewer } from "./finder";
import { type Arrays, firstFrom, type IndexedMember, type MemberRange } from "./member-index";
import { CONFIDENCE_PRIOR, minimumOverlap, orderFactor, SHARES_AN_ARTIST, score } from "./score";

/** The factor of each position in a list; lists are never longer. */
const FACTORS = Float64Array.from({ length: 256 }, (_, position) => orderFactor(position));

/** Rounding must never drop a result. */
const MARGIN = 1 + 1e-9;

// How long parts of a search take, compared with adding one posting.
/** To begin with an artist in a block. */
const COST_OF_TERM = 4;
/** To find an artist's postings in another range. */
const COST_OF_SEEK = 20;
/** Members looked at together. */
const BLOCK = 65_536;

/** An artist of the viewer's expanded list: what each adds per factor of its position, and how many members list it. */
type Term = { artist: number; weight: number; postings: number };

/** The viewer's expanded list. */
export type Terms = {
  own: Term[];
  alike: Term[];
  /** The unit that overlaps are added up in. */
  step: number;
  /** What those alike can add to the overlap with anybody. */
  mostOfAlike: number;
};

/** A search for members in ranges who fit conditions. */
export type IndexSearch = {
  arrays: Arrays;
  viewer: Viewer;
  terms: Terms;
  conditions: Conditions;
  ranges: MemberRange[];
};

/** The terms of a viewer. */
export function termsOf(arrays: Arrays, { expanded }: Viewer): Terms {
  const own: Term[] = [];
  const alike: Term[] = [];
  for (const [artist, { weight, isOwn }] of expanded) {
    (isOwn ? own : alike).push({ artist, weight, postings: countPostings(arrays, artist) });
  }
  const step = mostOf([...own, ...alike], arrays) / MAX_STEPS;
  return { own, alike, step, mostOfAlike: mostOf(alike, arrays) };
}

/** The most that artists add to an overlap: what they do if the heaviest lead a list of the greatest length. */
function mostOf(terms: Term[], { longestList }: Arrays): number {
  const heaviestFirst = terms.map(({ weight }) => weight).sort((a, b) => b - a);
  let most = 0;
  for (const [position, weight] of heaviestFirst.slice(0, longestList).entries()) {
    most += weight * (FACTORS[position] as number);
  }
  return most * MARGIN;
}

function countPostings({ postingStarts }: Arrays, artist: number): number {
  return artist + 1 < postingStarts.length
    ? (postingStarts[artist + 1] as number) - (postingStarts[artist] as number)
    : 0;
}

/** The largest overlap, in steps. Rounding up adds one for each artist; twice the sum still fits into 16 bits. */
const MAX_STEPS = 32_000;

/**
 * The overlap of each member of a block: twice the number of steps, and 1 more if they list one of the viewer's artists.
 * All 0 between blocks.
 */
const sums = new Uint16Array(BLOCK);
const LISTS_OWN = 1;
/** The candidates of a block, and the scores of those who are kept. */
const touched = new Uint32Array(BLOCK);
const scores = new Uint8Array(BLOCK);

/** Which members to find. */
type Ask = {
  /** The lowest score. */
  minimum: number;
  /** Find at least this many, or all: those with the highest scores, unless `anyWillDo`. */
  wanted: number;
  anyWillDo: boolean;
  /** Turns a member into a result; undefined if they aren't wanted. */
  resultOf: (number: number, score: number) => SortKey | undefined;
};

/** Results by score: without `anyWillDo`, all from `lowest` on. `isAll` if nobody who reaches the minimum is missing. */
type Found = { byScore: SortKey[][]; lowest: number; isAll: boolean };

/** Finds members with the scores that are asked for. */
export function findReaching(search: IndexSearch, ask: Ask): Found {
  const query = spreadOut(search.viewer);
  try {
    return findWith(search, query, ask);
  } finally {
    clear(query, search.viewer);
  }
}

function findWith(search: IndexSearch, query: SpreadQuery, ask: Ask): Found {
  const { minimum, wanted, anyWillDo } = ask;
  let lowest = minimum;
  const byScore = emptyResults();
  const readings: Readings = { own: startReading(search.arrays, search.terms.own, search.terms.step) };
  let count = 0;
  for (const block of blocksOf(search.ranges)) {
    count += add(byScore, scoreBlock(search, query, readings, block, lowest), ask);
    if (anyWillDo && count >= wanted) return { byScore, lowest, isAll: false };
    lowest = raise(lowest, byScore, wanted);
  }
  return { byScore, lowest, isAll: lowest === minimum };
}

function emptyResults(): SortKey[][] {
  const byScore = new Array<SortKey[]>(101);
  for (let score = 0; score <= 100; score++) byScore[score] = [];
  return byScore;
}

/** Adds the first `count` touched members, if they are wanted. Returns how many are. */
function add(byScore: SortKey[][], count: number, { resultOf }: Ask): number {
  let added = 0;
  for (let i = 0; i < count; i++) {
    const score = scores[i] as number;
    const result = resultOf(touched[i] as number, score);
    if (result === undefined) continue;
    byScore[score]?.push(result);
    added++;
  }
  return added;
}

/** The highest score that as many as wanted reach; `lowest` if that is higher. */
function raise(lowest: number, byScore: SortKey[][], wanted: number): number {
  let count = 0;
  for (let score = 100; score > lowest; score--) {
    count += byScore[score]?.length ?? 0;
    if (count >= wanted) return score;
  }
  return lowest;
}

/** The least overlap / √norm for a score. */
function needOf({ viewer }: IndexSearch, minimum: number): number {
  return Math.sqrt(minimumOverlap(minimum) * viewer.norm);
}

/** Scores those in a block who reach a minimum. Returns how many they are. */
function scoreBlock(
  search: IndexSearch,
  query: SpreadQuery,
  readings: Readings,
  block: MemberRange[],
  minimum: number,
): number {
  const need = needOf(search, minimum);
  const count =
    minimum < SHARES_AN_ARTIST ? touchFitting(search, block) : touchReaching(search, readings, block, need);
  return keepReaching(search, query, minimum, need, count);
}

/** Touches everybody in a block who fits. Returns how many they are. */
function touchFitting({ arrays, conditions }: IndexSearch, block: MemberRange[]): number {
  let count = 0;
  for (const { from, to } of block) {
    for (let number = from; number < to; number++) {
      if (isFitting(arrays, number, conditions)) touched[count++] = number;
    }
  }
  return count;
}

/** Touches those in a block who fit and may reach what is needed, which is overlap / √norm. Returns how many they are. */
function touchReaching(
  { arrays, terms, conditions }: IndexSearch,
  readings: Readings,
  block: MemberRange[],
  need: number,
): number {
  const addsAlike = costOf(arrays, terms.alike, block) < countMembers(block);
  if (addsAlike) {
    readings.alike ??= startReading(arrays, terms.alike, terms.step);
    addSteps(arrays, readings.alike, block, 0);
  }
  addSteps(arrays, readings.own, block, LISTS_OWN);

  const rest = addsAlike ? 0 : terms.mostOfAlike;
  const least = need * need;
  // Most members fall short whatever their norm, so that of few more than the sum is read. A sum of 0 can't be enough.
  const lowest = Math.max(1, (2 * ((need * Math.sqrt(CONFIDENCE_PRIOR)) / MARGIN - rest)) / terms.step);
  const found = touchSums(lowest, block);
  let count = 0;
  for (let i = 0; i < found; i++) {
    const number = touched[i] as number;
    if (!isFitting(arrays, number, conditions)) continue;
    const norm = arrays.norms[number] as number;
    const bound = (((sums[i] as number) * terms.step) / 2 + rest) * MARGIN;
    if (bound * bound >= least * norm) touched[count++] = number;
  }
  sums.fill(0, 0, countMembers(block));
  return count;
}

/**
 * Touches those in a block who have a sum of at least `lowest` and list one of the viewer's artists. Moves the sums to the
 * front. Returns how many they are.
 */
function touchSums(lowest: number, block: MemberRange[]): number {
  const count = countMembers(block);
  let found = 0;
  for (let index = 0; index < count; index++) {
    const sum = sums[index] as number;
    if (sum < lowest || (sum & LISTS_OWN) === 0) continue;
    touched[found] = index;
    sums[found++] = sum;
  }
  // Turns places in the block into members' numbers.
  let first = 0;
  let next = 0;
  for (const { from, to } of block) {
    const end = first + to - from;
    for (; next < found && (touched[next] as number) < end; next++) {
      touched[next] = (touched[next] as number) - first + from;
    }
    first = end;
  }
  return found;
}

/** The cost of adding all postings of terms in ranges. */
function costOf(arrays: Arrays, terms: Term[], ranges: MemberRange[]): number {
  let postings = 0;
  for (let i = 0; i < terms.length; i++) postings += (terms[i] as Term).postings;
  const costOfTerms = (COST_OF_TERM + COST_OF_SEEK * (ranges.length - 1)) * terms.length;
  return costOfTerms + (postings * countMembers(ranges)) / arrays.count;
}

/** How many members ranges hold. */
function countMembers(ranges: MemberRange[]): number {
  return ranges.reduce((sum, { from, to }) => sum + to - from, 0);
}

/**
 * Artists whose postings are read block by block: where in `postings` those of each go on and end, and how many steps each
 * adds per factor of its position.
 */
type Reading = { next: Uint32Array; ends: Uint32Array; steps: Float64Array };

/** What a search reads; the alike artists only if it adds them. */
type Readings = { own: Reading; alike?: Reading };

function startReading({ postingStarts }: Arrays, terms: Term[], step: number): Reading {
  const next = Uint32Array.from(terms, ({ artist }) => postingStarts[artist] ?? 0);
  const ends = next.map((start, index) => start + (terms[index] as Term).postings);
  return { next, ends, steps: Float64Array.from(terms, ({ weight }) => weight / step) };
}

/** Ranges in blocks. */
function* blocksOf(ranges: MemberRange[]): Generator<MemberRange[]> {
  let block: MemberRange[] = [];
  let room = BLOCK;
  for (const range of ranges) {
    for (let from = range.from; from < range.to; ) {
      const to = Math.min(range.to, from + room);
      block.push({ from, to });
      room -= to - from;
      from = to;
      if (room) continue;
      yield block;
      block = [];
      room = BLOCK;
    }
  }
  if (block.length) yield block;
}

/** Adds what these artists have in common with the members of a block, in steps that are rounded up, and a mark. */
function addSteps(
  { postings, positions }: Arrays,
  { next, ends, steps }: Reading,
  block: MemberRange[],
  mark: number,
) {
  for (let i = 0; i < next.length; i++) {
    const perFactor = steps[i] as number;
    const end = ends[i] as number;
    let at = next[i] as number;
    let first = 0;
    for (const { from, to } of block) {
      const shift = first - from;
      at = skipTo(postings, from, at, end);
      for (; at < end && (postings[at] as number) < to; at++) {
        const index = (postings[at] as number) + shift;
        const added = (perFactor * (FACTORS[positions[at] as number] as number)) | 0;
        sums[index] = ((sums[index] as number) + 2 * (added + 1)) | mark;
      }
      first += to - from;
    }
    next[i] = at;
  }
}

/** The index of an artist's first posting from a member on. */
function skipTo(postings: Uint32Array, number: number, at: number, end: number): number {
  return at < end && (postings[at] as number) < number ? firstFrom(postings, number, at, end) : at;
}

/** Reads the lists of the first touched members and keeps those who reach the minimum. Returns how many they are. */
function keepReaching(
  { arrays, viewer }: IndexSearch,
  query: SpreadQuery,
  minimum: number,
  need: number,
  count: number,
): number {
  const { lists, listStarts } = arrays;
  const least = need * need;
  const other = { genres: 0, norm: 0 };
  let kept = 0;
  for (let i = 0; i < count; i++) {
    const number = touched[i] as number;
    const [start, end] = [listStarts[number] as number, listStarts[number + 1] as number];
    const overlap = overlapWithList(query, lists, start, end);
    other.norm = arrays.norms[number] as number;
    if (overlap.total * overlap.total * MARGIN < least * other.norm) continue;
    other.genres = arrays.genres[number] as number;
    const memberScore = score(viewer, other, overlap);
    if (memberScore < minimum) continue;
    touched[kept] = number;
    scores[kept++] = memberScore;
  }
  return kept;
}

/** The score of a member beside the arrays. */
export function scoreMember(viewer: Viewer, member: IndexedMember): number {
  const overlap = { total: 0, shared: 0 };
  for (let position = 0; position < member.artists.length; position++) {
    const artist = viewer.expanded.get(member.artists[position] as number);
    if (!artist) continue;
    overlap.total += artist.weight * (FACTORS[position] as number);
    if (artist.isOwn) overlap.shared++;
  }
  return score(viewer, member, overlap);
}

/**
 * The viewer's expanded list by artist id: 0 for all others, ALIKE or OWN, and what each adds per factor of its position.
 * Most artists of a list are none of these, and `kinds` is small enough to stay in the processor's cache.
 */
type SpreadQuery = { kinds: Uint8Array; weights: Float64Array };
const ALIKE = 1;
const OWN = 2;

/** One query at a time is spread out over the artists. */
let spread: SpreadQuery = { kinds: new Uint8Array(0), weights: new Float64Array(0) };

function spreadOut({ expanded }: Viewer): SpreadQuery {
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

function clear({ kinds }: SpreadQuery, { expanded }: Viewer) {
  for (const artist of expanded.keys()) kinds[artist] = 0;
}

/** What a list has in common with the query: its artists from `start` up to, but without, `end`. */
function overlapWithList(
  { kinds, weights }: SpreadQuery,
  list: ArrayLike<number>,
  start: number,
  end: number,
) {
  let total = 0;
  let shared = 0;
  for (let at = start; at < end; at++) {
    const artist = list[at] as number;
    const kind = artist < kinds.length ? (kinds[artist] as number) : 0;
    if (kind === 0) continue;
    total += (weights[artist] as number) * (FACTORS[at - start] as number);
    if (kind === OWN) shared++;
  }
  return { total, shared };
}

/** Whether a member of the index fits conditions. */
export function isFitting(arrays: Arrays, number: number, conditions: Conditions): boolean {
  const age = arrays.ages[number] as number;
  const [genres, wishes] = [arrays.genres[number] as number, arrays.wishes[number] as number];
  return age !== 0 && isFittingWith(age, genres, wishes, conditions);
}

/** Whether a member with these traits fits conditions. */
export function isFittingWith(
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
