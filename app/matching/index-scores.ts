// Which members of the index reach the best scores with a viewer.
//
// Adds up overlaps artist by artist, in small numbers that are rounded up, and reads the lists of those who may reach the
// minimum. By the MaxScore rule the commonest artists are not read once they matter little: Turtle and Flood, "Query
// Evaluation: Strategies and Optimizations", Information Processing & Management 31(6), 1995. Sums of whole steps, as in Anh
// and Moffat, "Simplified Similarity Scoring Using Term Ranks", SIGIR 2005, are quick to add and to compare. The minimum
// rises after each block, and starts at a score that enough of the likeliest members reach: Mallia et al., "A Comparison of
// Top-k Threshold Estimation Techniques", CIKM 2020. A block fits into the processor's cache.
import type { Conditions, SortKey, Viewer } from "./finder";
import {
  type Arrays,
  ageOf,
  firstFrom,
  genresOf,
  type IndexedMember,
  type MemberRange,
  normOf,
  wishesOf,
} from "./member-index";
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
/** To check a member, and to read their list if they fit. */
const COST_OF_MEMBER = 20;

/** Members looked at together: few at first, so that the minimum rises soon, unless the likeliest have raised it. */
const FIRST_BLOCK = 2048;
const LARGEST_BLOCK = 65_536;

/** Searches among at least this many members score the likeliest first, so that the minimum starts high. */
const LIKELIEST_FROM = 16_384;
/** How many positions count as near the top of a list. */
const NEAR_TOP = 4;
/** At most this many postings are read to find them, as a share of all members. */
const LIKELIEST_SHARE = 1 / 64;

/** The commonest artists are not read if together they can add less than this share of what a minimum needs. */
const MATTERS_LITTLE = 0.25;

/** An artist of the viewer's expanded list: what each adds per factor of its position, and how many members list it. */
type Term = { artist: number; weight: number; postings: number };

/** The viewer's expanded list. */
export type Terms = {
  /** The viewer's own artists, rarest first. */
  own: Term[];
  alike: Term[];
  /** The unit that overlaps are added up in. */
  step: number;
  /** What the artists of `own` from an index on add together, up to none of them, with or without those alike. */
  boundsOf: (withAlike: boolean) => Bound[];
};

/**
 * What some artists add to the overlap with anybody: at most `most`, if the heaviest lead a list of the greatest length, and
 * at most `perRoot` · √(norm - prior), by the Cauchy-Schwarz inequality. `perNorm` is the most that overlap / √norm can be.
 */
type Bound = { most: number; perRoot: number; perNorm: number };

/** A search for members in ranges who fit conditions. */
export type IndexSearch = {
  arrays: Arrays;
  viewer: Viewer;
  terms: Terms;
  conditions: Conditions;
  ranges: MemberRange[];
};

/** The terms of a viewer. `weightOf` is the weight of an alike artist. */
export function termsOf(
  arrays: Arrays,
  { list, expanded }: Viewer,
  weightOf: (artist: number) => number,
): Terms {
  const own: Term[] = [];
  const alike: Term[] = [];
  for (const [artist, { weight, isOwn }] of expanded) {
    (isOwn ? own : alike).push({ artist, weight, postings: countPostings(arrays, artist) });
  }
  own.sort((a, b) => a.postings - b.postings);
  const known = new Map<boolean, Bound[]>();

  function makeBounds(others: Term[]): Bound[] {
    const weights = new Float64Array(arrays.longestList);
    const squares = new Float64Array(arrays.longestList);
    const add = (weight: number, ofItself: number) => {
      insert(weights, weight);
      insert(squares, weight ** 2 / ofItself);
    };
    for (const { artist, weight } of others) add(weight, weightOf(artist));
    const bounds = [boundOf(weights, squares)];
    for (const { artist, weight } of [...own].reverse()) {
      add(weight, list.get(artist)?.weight ?? 0);
      bounds.unshift(boundOf(weights, squares));
    }
    return bounds;
  }

  function boundsOf(withAlike: boolean) {
    const bounds = known.get(withAlike) ?? makeBounds(withAlike ? alike : []);
    known.set(withAlike, bounds);
    return bounds;
  }

  return { own, alike, step: (boundsOf(true)[0] as Bound).most / MAX_STEPS, boundsOf };
}

/**
 * Bounds what artists add to a list. `weights` are the greatest of their weights, and `squares` the greatest of their weights'
 * squares divided by the weight of the artist itself; both descend.
 */
function boundOf(weights: Float64Array, squares: Float64Array): Bound {
  let [most, sum] = [0, 0];
  for (let position = 0; position < weights.length; position++) {
    most += (weights[position] as number) * (FACTORS[position] as number);
    sum += squares[position] as number;
  }
  // The norm of a member with an overlap T in these artists is at least the prior and T² / sum.
  const perNorm = most && MARGIN / Math.sqrt(CONFIDENCE_PRIOR / most ** 2 + 1 / sum);
  return { most: most * MARGIN, perRoot: Math.sqrt(sum) * MARGIN, perNorm };
}

/** Inserts a value into an array in descending order; the last one drops out. */
function insert(values: Float64Array, value: number) {
  let at = values.length - 1;
  if (value <= (values[at] as number)) return;
  for (; at > 0 && (values[at - 1] as number) < value; at--) values[at] = values[at - 1] as number;
  values[at] = value;
}

function countPostings({ postingStarts }: Arrays, artist: number): number {
  return artist + 1 < postingStarts.length
    ? (postingStarts[artist + 1] as number) - (postingStarts[artist] as number)
    : 0;
}

/** The largest overlap, in steps. Rounding up adds one for each artist; twice the sum still fits into 16 bits. */
const MAX_STEPS = 32_000;

/**
 * The overlap of each member of a block: twice the number of steps, and 1 more if one of the viewer's own artists was read.
 * All 0 between blocks.
 */
const sums = new Uint16Array(LARGEST_BLOCK);
/** The same, two at a time. */
const pairs = new Int32Array(sums.buffer);
const LISTS_OWN = 1;
/** The candidates of a block, or the likeliest, and the scores of those who are kept. */
const touched = new Uint32Array(LARGEST_BLOCK);
const scores = new Uint8Array(LARGEST_BLOCK);

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
  let firstBlock = FIRST_BLOCK;
  if (countMembers(search.ranges) >= LIKELIEST_FROM) {
    const byScore = emptyResults();
    const count = add(byScore, scoreLikeliest(search, query, minimum), ask);
    if (anyWillDo && count >= wanted) return { byScore, lowest, isAll: false };
    lowest = raise(lowest, byScore, wanted);
    if (lowest > minimum) firstBlock = LARGEST_BLOCK;
  }
  const byScore = emptyResults();
  const readings: Readings = { own: startReading(search.arrays, search.terms.own, search.terms.step) };
  let count = 0;
  for (const block of blocksOf(search.ranges, firstBlock)) {
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

/**
 * Scores the members in the ranges with one of the artists that count most for the viewer near the top of their list.
 * Artists with too many listeners are left out. Returns how many members reach the minimum.
 */
function scoreLikeliest(search: IndexSearch, query: SpreadQuery, minimum: number): number {
  const { arrays, terms, conditions, ranges } = search;
  const { postings, positions, postingStarts } = arrays;
  let toRead = Math.min(LIKELIEST_SHARE * arrays.count, LARGEST_BLOCK);
  const likeliest = new Set<number>();
  for (const { artist, postings: length } of [...terms.own].sort((a, b) => b.weight - a.weight)) {
    if (length > toRead) continue;
    toRead -= length;
    let at = postingStarts[artist] as number;
    const end = at + length;
    for (const { from, to } of ranges) {
      at = skipTo(postings, from, at, end);
      if (at === end) break;
      for (; at < end && (postings[at] as number) < to; at++) {
        if ((positions[at] as number) >= NEAR_TOP) continue;
        const number = postings[at] as number;
        if (isFitting(arrays, number, conditions)) likeliest.add(number);
      }
    }
  }
  let count = 0;
  for (const number of likeliest) touched[count++] = number;
  return keepReaching(search, query, minimum, needOf(search, minimum), count);
}

/** The least overlap / √norm for a score. */
function needOf({ viewer }: IndexSearch, minimum: number): number {
  return Math.sqrt(minimumOverlap(minimum) * viewer.norm);
}

/** Scores those in a block who reach a minimum, whichever way is likely to be the fastest. Returns how many they are. */
function scoreBlock(
  search: IndexSearch,
  query: SpreadQuery,
  readings: Readings,
  block: MemberRange[],
  minimum: number,
): number {
  const { arrays, terms } = search;
  const need = needOf(search, minimum);
  const looksAtAll =
    minimum < SHARES_AN_ARTIST || countMembers(block) * COST_OF_MEMBER <= costOf(arrays, terms.own, block);
  const count = looksAtAll ? touchFitting(search, block) : touchReaching(search, readings, block, need);
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
  const bounds = terms.boundsOf(!addsAlike);
  const read = countRead(bounds, need);
  if (addsAlike) {
    readings.alike ??= startReading(arrays, terms.alike, terms.step);
    addSteps(arrays, readings.alike, terms.alike.length, block, 0);
  }
  addSteps(arrays, readings.own, read, block, LISTS_OWN);

  const { most, perRoot } = bounds[read] as Bound;
  const least = need * need;
  // Most members fall short whatever their norm, so that of few more than the sum is read. A sum of 0 can't be enough.
  const lowest = Math.max(1, (2 * ((need * Math.sqrt(CONFIDENCE_PRIOR)) / MARGIN - most)) / terms.step);
  const found = touchSums(lowest, block, read === terms.own.length);
  let count = 0;
  for (let i = 0; i < found; i++) {
    const number = touched[i] as number;
    if (!isFitting(arrays, number, conditions)) continue;
    const norm = normOf(arrays, number);
    const rest = Math.min(most, perRoot * Math.sqrt(norm - CONFIDENCE_PRIOR));
    const bound = (((sums[i] as number) * terms.step) / 2 + rest) * MARGIN;
    if (bound * bound >= least * norm) touched[count++] = number;
  }
  sums.fill(0, 0, countMembers(block));
  return count;
}

/**
 * Touches those in a block who have a sum of at least `lowest`, or of these only those who list one of the viewer's artists.
 * Moves the sums to the front. Returns how many they are.
 */
function touchSums(lowest: number, block: MemberRange[], onlyOwn: boolean): number {
  // A sum of at least `lowest` has one of these bits. Most have none, so two are skipped at once.
  const bits = 0xffff << Math.floor(Math.log2(lowest));
  const bitsOfBoth = (bits << 16) | (bits & 0xffff);
  const count = countMembers(block);
  let found = 0;
  for (let pair = 0; 2 * pair < count; pair++) {
    if (((pairs[pair] as number) & bitsOfBoth) === 0) continue;
    for (let index = 2 * pair; index < 2 * pair + 2; index++) {
      const sum = sums[index] as number;
      if (sum < lowest || (onlyOwn && (sum & LISTS_OWN) === 0)) continue;
      touched[found] = index;
      sums[found++] = sum;
    }
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

/** How many of the viewer's artists have to be read, so that the others can't lift anybody and matter little. */
function countRead(bounds: Bound[], need: number): number {
  const least = (bounds.at(-1) as Bound).perNorm;
  const enough = Math.min(need, least + MATTERS_LITTLE * need);
  const read = bounds.findIndex(({ perNorm }) => perNorm <= enough);
  return read < 0 ? bounds.length - 1 : read;
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

/** Ranges in blocks, each twice as large as the one before, up to the largest. */
function* blocksOf(ranges: MemberRange[], firstBlock: number): Generator<MemberRange[]> {
  let block: MemberRange[] = [];
  let room = firstBlock;
  let most = firstBlock;
  for (const range of ranges) {
    for (let from = range.from; from < range.to; ) {
      const to = Math.min(range.to, from + room);
      block.push({ from, to });
      room -= to - from;
      from = to;
      if (room) continue;
      yield block;
      block = [];
      most = Math.min(LARGEST_BLOCK, 2 * most);
      room = most;
    }
  }
  if (block.length) yield block;
}

/** Adds what the first of these artists have in common with the members of a block, in steps that are rounded up, and a mark. */
function addSteps(
  { postings, positions }: Arrays,
  { next, ends, steps }: Reading,
  artists: number,
  block: MemberRange[],
  mark: number,
) {
  for (let i = 0; i < artists; i++) {
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
    other.norm = normOf(arrays, number);
    if (overlap.total * overlap.total * MARGIN < least * other.norm) continue;
    other.genres = genresOf(arrays, number);
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
  const age = ageOf(arrays, number);
  return age !== 0 && isFittingWith(age, genresOf(arrays, number), wishesOf(arrays, number), conditions);
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
