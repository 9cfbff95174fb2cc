// Which members of the index reach the best scores with a viewer.
//
// Adds up what members have in common with the viewer artist by artist, from the postings, in blocks that fit into the
// processor's cache. The minimum rises after each block.
import { type Conditions, hasTraits, type SortKey, type Viewer } from "./finder";
import { type Arrays, firstFrom, type IndexedMember, type MemberRange } from "./member-index";
import { CONFIDENCE_PRIOR, minimumOverlap, orderFactor, SHARES_AN_ARTIST, score } from "./score";

/** The factor of each position in a list; lists are never longer. */
const FACTORS = Float64Array.from({ length: 256 }, (_, position) => orderFactor(position));

/** Rounding must never drop a result. */
const MARGIN = 1 + 1e-9;

/** Members looked at together, at most. */
const BLOCK = 2048;

/** A search for members in ranges who fit conditions. */
export type IndexSearch = {
  arrays: Arrays;
  viewer: Viewer;
  conditions: Conditions;
  ranges: MemberRange[];
};

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

/** What each member of a block has in common with the viewer, as `Overlap` of score.ts. */
type Overlaps = { totals: Float64Array; shared: Uint8Array };

/** Finds members with the scores that are asked for. */
export function findReaching(search: IndexSearch, { minimum, wanted, anyWillDo, resultOf }: Ask): Found {
  const terms = termsOf(search);
  const overlaps = { totals: new Float64Array(BLOCK), shared: new Uint8Array(BLOCK) };
  const byScore = Array.from({ length: 101 }, (): SortKey[] => []);
  let lowest = minimum;
  let count = 0;
  for (const block of blocksOf(search.ranges)) {
    addUp(search.arrays, terms, block, overlaps);
    for (const { number, score } of scoreBlock(search, block, overlaps, lowest)) {
      const result = resultOf(number, score);
      if (result === undefined) continue;
      byScore[score]?.push(result);
      count++;
    }
    if (anyWillDo && count >= wanted) return { byScore, lowest, isAll: false };
    lowest = raise(lowest, byScore, wanted);
  }
  return { byScore, lowest, isAll: lowest === minimum };
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

/** Ranges in blocks: those that are near each other together, large ones in parts. */
function* blocksOf(ranges: MemberRange[]): Generator<MemberRange[]> {
  let block: MemberRange[] = [];
  for (const range of ranges) {
    for (let { from } = range; from < range.to; ) {
      const end = (block[0]?.from ?? from) + BLOCK;
      if (from < end) {
        const to = Math.min(range.to, end);
        block.push({ from, to });
        from = to;
      } else {
        yield block;
        block = [];
      }
    }
  }
  if (block.length) yield block;
}

/** An artist of the viewer's expanded list, whose postings are read block by block. */
type Term = {
  /** What it adds per factor of its position. */
  weight: number;
  /** 1 if it is one of the viewer's own artists, otherwise 0. */
  own: number;
  /** The index of its next posting, and of the end of its postings. */
  at: number;
  end: number;
  /** The member of the next posting, kept because most artists are on no list of a small block. */
  next: number;
};

function termsOf({ arrays: { postingStarts, postings }, viewer }: IndexSearch): Term[] {
  const terms: Term[] = [];
  for (const [artist, { weight, isOwn }] of viewer.expanded) {
    const [at = 0, end = at] = [postingStarts[artist], postingStarts[artist + 1]];
    if (at < end) terms.push({ weight, own: isOwn ? 1 : 0, at, end, next: postings[at] as number });
  }
  return terms;
}

/** Adds up the overlaps of the members from the first to the last of a block. */
function addUp(
  { postings, positions, count }: Arrays,
  terms: Term[],
  block: MemberRange[],
  { totals, shared }: Overlaps,
) {
  const from = block[0]?.from ?? 0;
  const to = block.at(-1)?.to ?? 0;
  totals.fill(0, 0, to - from);
  shared.fill(0, 0, to - from);
  for (const term of terms) {
    if (term.next >= to) continue;
    const { weight, own, end } = term;
    let at = firstFrom(postings, from, term.at, end);
    for (; at < end && (postings[at] as number) < to; at++) {
      const index = (postings[at] as number) - from;
      totals[index] = (totals[index] as number) + weight * (FACTORS[positions[at] as number] as number);
      shared[index] = (shared[index] as number) + own;
    }
    term.at = at;
    term.next = at < end ? (postings[at] as number) : count;
  }
}

type Scored = { number: number; score: number };

/** The members of a block who fit and reach a minimum. */
function scoreBlock(
  { arrays, viewer, conditions }: IndexSearch,
  block: MemberRange[],
  { totals, shared }: Overlaps,
  minimum: number,
): Scored[] {
  const reaching: Scored[] = [];
  const mustShare = minimum >= SHARES_AN_ARTIST;
  /** The least total² / norm. */
  const least = (minimumOverlap(minimum) * viewer.norm) / MARGIN;
  // Most members fall short whatever their norm, so that only those of a few are read.
  const leastTotal = Math.sqrt(least * CONFIDENCE_PRIOR) / MARGIN;
  const other = { genres: 0, norm: 0 };
  const first = block[0]?.from ?? 0;
  for (const { from, to } of block) {
    for (let number = from; number < to; number++) {
      const total = totals[number - first] as number;
      const common = shared[number - first] as number;
      if (total < leastTotal || (mustShare && common === 0)) continue;
      other.norm = arrays.norms[number] as number;
      if (total * total < least * other.norm || !isFitting(arrays, number, conditions)) continue;
      other.genres = arrays.genres[number] as number;
      const memberScore = score(viewer, other, { total, shared: common });
      if (memberScore >= minimum) reaching.push({ number, score: memberScore });
    }
  }
  return reaching;
}

/** The score of a member who isn't in the arrays. */
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

/** Whether a member of the index fits conditions. */
export function isFitting(
  { ages, genres, wishes, badges }: Arrays,
  number: number,
  conditions: Conditions,
): boolean {
  return hasTraits(
    ages[number] as number,
    genres[number] as number,
    wishes[number] as number,
    badges[number] as number,
    conditions,
  );
}
