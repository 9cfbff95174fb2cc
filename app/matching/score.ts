// The score of two members: how well their music goes together.
import { countGenres } from "./genre";

/** Weights are whole millionths and factors whole thousandths, so that sums are exact in any order and identical in SQL. */
export const MILLION = 1_000_000;
export const THOUSAND = 1000;

/** Members assumed on top of the real ones, so that a few listeners in a small community do not count as fame. */
export const PRIOR_MEMBERS = 1000;

/** Counts below this weigh as two people. */
const FEW = 5;
const COUNT_OF_FEW = 2;

/** The most that an artist, and two alike artists, could weigh. */
export const RAREST_WEIGHT = 8;
const MOST_ALIKE_WEIGHT = 0.8;

/** Added to every norm, so that short lists cannot match perfectly. */
export const CONFIDENCE_PRIOR = 20 * MILLION * THOUSAND * THOUSAND;

/**
 * Where a score with one shared artist ends at most, and how much later with each further one: a single artist, however rare,
 * says less than several.
 */
const TOP_OF_ONE = 94;
const TOP_PER_ARTIST = 2;
const TOP_ARTISTS = 6;

/** The points of identical lists, before the confidence prior. */
const ARTIST_POINTS = 90;
const GENRE_POINTS = 0.9;

/** Up to this score the number of shared artists makes no difference. */
const HALF = 50;

/** Two members who share no artist score less than this. */
export const SHARES_AN_ARTIST = 50;

/** How rare an artist is in the community. */
export type Rarity = "rare" | "uncommon" | "common";

/** What the score needs of each member: genres as bits and the result of `norm()`. */
export type Taste = { genres: number; norm: number };

/** An artist of a member's list: the factor of the position and the weight. */
export type ListedArtist = { factor: number; weight: number };

/** What two lists have in common: the sum over their artists, and how many are on both. */
export type Overlap = { total: number; shared: number };

/**
 * What a count of people weighs as: the middle of its step, two below 5, then from 5, 10, 20, 50, 100 and so on. Everybody can
 * check scores, and a count this coarse gives nobody away: one person more hardly ever changes a step.
 */
export function coarseCount(people: number): number {
  return people < FEW ? COUNT_OF_FEW : Math.round(middleOfStep(people));
}

/** What a lift weighs as, the middle of its step, to two places. */
export function coarseLift(lift: number): number {
  return Math.round(100 * middleOfStep(lift)) / 100;
}

/** The middle of the step from 1, 2, 5, 10 and so on that a number reaches. */
function middleOfStep(value: number): number {
  for (let from = 1; ; ) {
    const to = from * (String(from).startsWith("2") ? 2.5 : 2);
    if (value < to) return Math.sqrt(from * to);
    from = to;
  }
}

/** How much an artist counts by the position in a member's list, from 0, in thousandths: 1/√(position + 1). */
export function orderFactor(position: number): number {
  return Math.round(THOUSAND / Math.sqrt(position + 1));
}

/**
 * The weight of an artist with these listeners, assumed ones included, among `members`, in millionths: 8 (ln(1 + (members +
 * 1000) / (listeners + 1)) / ln(members + 1001))², so rarer artists weigh more at any size. Both counts are coarse.
 */
export function artistWeight(listeners: number, members: number): number {
  const rarity =
    Math.log(1 + (coarseCount(members) + PRIOR_MEMBERS) / (coarseCount(listeners) + 1)) /
    logOfMembers(members);
  return Math.round(MILLION * RAREST_WEIGHT * (rarity * rarity));
}

/**
 * The weight of two different artists whose fans list the other `lift` times as often as chance, in millionths: 0.8 (ln lift /
 * ln(members + 1001))², with the middle of the lift's step. alike.ts says which artists are alike.
 */
export function alikeWeight(lift: number, members: number): number {
  const closeness = Math.log(middleOfStep(lift)) / logOfMembers(members);
  return Math.round(MILLION * MOST_ALIKE_WEIGHT * (closeness * closeness));
}

/** The middle of the lift's step, from a weight of `alikeWeight()`. */
export function liftOf(weight: number, members: number): number {
  return Math.exp(logOfMembers(members) * Math.sqrt(weight / (MILLION * MOST_ALIKE_WEIGHT)));
}

/** How a weight reads in words. */
export function rarityOf(weight: number): Rarity {
  if (weight >= 3 * MILLION) return "rare";
  return weight >= MILLION ? "uncommon" : "common";
}

function logOfMembers(members: number) {
  return Math.log(coarseCount(members) + PRIOR_MEMBERS + 1);
}

/** The norm of a list of artists: the sum of factor² · weight, and the confidence prior. */
export function norm(list: Iterable<ListedArtist>): number {
  let sum = CONFIDENCE_PRIOR;
  for (const { factor, weight } of list) sum += factor * factor * weight;
  return sum;
}

/** What an artist on both lists, or two alike artists, add to the overlap: the positions from 0, the weight in millionths. */
export function termOf(position: number, otherPosition: number, weight: number): number {
  return orderFactor(position) * orderFactor(otherPosition) * weight;
}

/**
 * The score of two members, 0 to 100 and symmetric. `overlap.total` is the sum of `termOf()` over the artists on both lists and
 * over the alike artists, one on each list.
 */
export function score(a: Taste, b: Taste, { total, shared }: Overlap): number {
  const genres = genrePoints(countGenres(a.genres & b.genres), countGenres(a.genres), countGenres(b.genres));
  return scoreOfPoints(artistPoints(total, a.norm, b.norm) + genres, shared);
}

/** 90 total / √(norm · norm) */
export function artistPoints(total: number, norm: number, otherNorm: number): number {
  return ARTIST_POINTS * (total / Math.sqrt(norm * otherNorm));
}

/** 0.9 shared / √(genres · genres), from how many genres both, the one and the other have. */
export function genrePoints(shared: number, genres: number, otherGenres: number): number {
  return shared && GENRE_POINTS * (shared / Math.sqrt(genres * otherGenres));
}

/**
 * The score of these points with this many shared artists. The half of the plain score above 50 is stretched to end at
 * `topOf()`, and cut at 100. Without a shared artist, 49 at most; genres alone reach 47.
 */
export function scoreOfPoints(points: number, shared: number): number {
  const most = shared ? 100 : SHARES_AN_ARTIST - 1;
  return Math.min(most, Math.round(unroundedScore(points, shared)));
}

/** The same before it is rounded and cut. */
export function unroundedScore(points: number, shared: number): number {
  const plain = plainScore(points);
  return shared && plain > HALF ? HALF + (plain - HALF) * stretchOf(shared) : plain;
}

/** 100 points / (points + 1) */
export function plainScore(points: number): number {
  return (100 * points) / (points + 1);
}

/** Where scores with this many shared artists, at least one, would end: 92 + 2 · shared, from 94 to 104. */
export function topOf(shared: number): number {
  return TOP_OF_ONE + TOP_PER_ARTIST * (Math.min(TOP_ARTISTS, shared) - 1);
}

/** By how many points of score each plain point above 50 counts. */
function stretchOf(shared: number): number {
  return (topOf(shared) - HALF) / HALF;
}

/** The points, before they become a score, of one part of the overlap and of one shared genre. */
export function pointsOf(a: Taste, b: Taste) {
  const perGenre = genrePoints(1, countGenres(a.genres), countGenres(b.genres));
  return { perOverlap: artistPoints(1, a.norm, b.norm), perGenre };
}

/**
 * The least total² / (norm · norm) that can reach a score of `minimum` when all genres and many artists are shared. Errs on
 * the low side, so that rounding never drops a result.
 */
export function minimumOverlap(minimum: number): number {
  const least = minimum - 0.5;
  const plain = least > HALF ? HALF + (least - HALF) / stretchOf(TOP_ARTISTS) : least;
  const points = plain / (100 - plain);
  const artists = Math.max(0, (points - GENRE_POINTS) / ARTIST_POINTS - 1e-9);
  return artists * artists;
}
