// A score with everything it was computed from, so that anybody can compute it again: for the page "Check this number", its
// download, public/check.html and `npm run check-scores`.
import { GENRES, type Genre } from "db/column-types";
import {
  alikeWeight,
  artistPoints,
  artistWeight,
  coarseCount,
  coarseLift,
  genrePoints,
  norm,
  orderFactor,
  plainScore,
  scoreOfPoints,
  termOf,
  topOf,
  unroundedScore,
} from "../score";

const SHEET_FORMAT = "b-side score 1";

/**
 * What a score follows from, as far as the reader may know it. Positions count from 1. Counts of people are rounded as
 * `coarseCount()` does. What isn't shown of the other list stands as one sum: its norm.
 */
export type ScoreFacts = {
  /** The other member's name. */
  name: string;
  /** The score that the reader is shown. */
  score: number;
  /** The day on which artists were last counted, such as "2026-11-30"; null before the first count. */
  countedOn: string | null;
  members: number;
  /** The reader's own list, in order and as typed, and genres. */
  own: { artists: { name: string; listeners: number }[]; genres: Genre[] };
  /** Artists on both lists. */
  shared: { position: number; otherPosition: number }[];
  /** An artist of the reader's and one of the other's, whose fans list both about `lift` times as often as chance. */
  alike: { position: number; otherArtist: string; otherPosition: number; lift: number }[];
  /** The remaining pairs of alike artists: how many there are, and what they add together. */
  moreAlike: { pairs: number; total: number };
  /** The norm of the other's list, how many genres they have, and which of them both have. */
  other: { norm: number; genres: number };
  sharedGenres: Genre[];
};

/** Something with what it weighs and, as a term of the sum, adds. */
type Weighed<Thing> = Thing & { artist: string; weight: number; term: number };

/** The facts with the whole sum: what everything weighs and adds, up to the score. */
export type ScoreSheet = {
  format: typeof SHEET_FORMAT;
} & Omit<ScoreFacts, "own" | "shared" | "alike"> & {
    own: { artists: { name: string; listeners: number; weight: number }[]; genres: Genre[] };
    shared: Weighed<ScoreFacts["shared"][number] & { listeners: number }>[];
    alike: Weighed<ScoreFacts["alike"][number]>[];
    sum: {
      total: number;
      ownNorm: number;
      artistPoints: number;
      genrePoints: number;
      points: number;
      plain: number;
      /** Where scores with this many shared artists would end; null without any. */
      top: number | null;
      /** The score before it is rounded and cut. */
      exact: number;
      /** The result. */
      score: number;
    };
  };

/** Computes the whole sum. */
export function computeSheet(facts: ScoreFacts): ScoreSheet {
  const { members, own, other, sharedGenres, moreAlike } = facts;
  const weigh = (listeners: number) => artistWeight(listeners, members);
  const artists = own.artists.map((each) => ({ ...each, weight: weigh(each.listeners) }));
  const ownArtist = (position: number) => artists[position - 1] ?? { name: "", listeners: 0, weight: 0 };
  const shared = facts.shared.map(({ position, otherPosition }) => {
    const { name, listeners, weight } = ownArtist(position);
    const term = termOf(position - 1, otherPosition - 1, weight);
    return { artist: name, position, otherPosition, listeners, weight, term };
  });
  const alike = facts.alike.map(({ position, otherArtist, otherPosition, lift }) => {
    const weight = alikeWeight(lift, members);
    const term = termOf(position - 1, otherPosition - 1, weight);
    return { artist: ownArtist(position).name, position, otherArtist, otherPosition, lift, weight, term };
  });
  const total = [...shared, ...alike].reduce((sum, { term }) => sum + term, moreAlike.total);
  const ownNorm = norm(artists.map(({ weight }, position) => ({ factor: orderFactor(position), weight })));
  const ofArtists = artistPoints(total, ownNorm, other.norm);
  const ofGenres = genrePoints(sharedGenres.length, own.genres.length, other.genres);
  const points = ofArtists + ofGenres;
  const { name, score, countedOn } = facts;
  return {
    ...{ format: SHEET_FORMAT, name, score, countedOn, members },
    own: { artists, genres: own.genres },
    ...{ shared, alike, moreAlike, other, sharedGenres },
    sum: {
      ...{ total, ownNorm, artistPoints: ofArtists, genrePoints: ofGenres, points },
      plain: plainScore(points),
      top: shared.length ? topOf(shared.length) : null,
      exact: unroundedScore(points, shared.length),
      score: scoreOfPoints(points, shared.length),
    },
  };
}

/** A member's list and genres, as their export has them in preferences.json. */
export type OwnTaste = { topArtists: string[]; favoriteGenres: string[] };

/** The result of computing a file's score again; `says` is what the file says, and `notes` are whole sentences. */
export type Verdict = { name: string; says: number; computed: number; agrees: boolean; notes: string[] };

/**
 * Computes a file's score again and compares all of the sum and, with an export, the reader's list. Undefined for what isn't
 * such a file.
 */
export function checkSheet(file: unknown, own?: OwnTaste): Verdict | undefined {
  if (!isSheet(file)) return undefined;
  const sheet = computeSheet(file);
  const notes: string[] = [];
  if (JSON.stringify(sheet) !== JSON.stringify(inOrder(file, sheet)))
    notes.push("A weight, a term or a sum in the file isn't what its lists and counts come to.");
  const counts = [file.members, ...file.own.artists.map(({ listeners }) => listeners)];
  const isCoarse =
    counts.every((count) => coarseCount(count) === count) &&
    file.alike.every(({ lift }) => coarseLift(lift) === lift);
  if (!isCoarse) notes.push("A count or a lift in the file isn't one that scores are computed with.");
  const hasOwn =
    !own ||
    (own.topArtists.join("\n") === file.own.artists.map(({ name }) => name).join("\n") &&
      [...own.favoriteGenres].sort().join() === [...file.own.genres].sort().join());
  if (!hasOwn) notes.push("Your list in the file isn't that of your export: one of them is older.");
  const agrees = sheet.sum.score === file.score && notes.length === 0;
  return { name: file.name, says: file.score, computed: sheet.sum.score, agrees, notes };
}

/** The file's values of the fields in `sheet`, in its order: another program may have written the file again. */
function inOrder(file: unknown, sheet: unknown): unknown {
  if (Array.isArray(sheet) && Array.isArray(file))
    return file.map((each, index) => inOrder(each, sheet[index]));
  if (!isObject(sheet) || !isObject(file)) return file;
  return Object.fromEntries(Object.keys(sheet).map((key) => [key, inOrder(file[key], sheet[key])]));
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/** Whether everything that the computation reads is there. */
function isSheet(file: unknown): file is ScoreSheet {
  if (!isObject(file) || file.format !== SHEET_FORMAT) return false;
  const { own, shared, alike, moreAlike, other, sharedGenres } = file;
  const areAll = (things: unknown, keys: string[]) =>
    Array.isArray(things) &&
    things.every((thing) => isObject(thing) && keys.every((key) => typeof thing[key] === "number"));
  const areGenres = (names: unknown) =>
    Array.isArray(names) && names.every((name) => (GENRES as readonly unknown[]).includes(name));
  return (
    ["score", "members"].every((key) => typeof file[key] === "number") &&
    typeof file.name === "string" &&
    isObject(own) &&
    areAll(own.artists, ["listeners"]) &&
    areGenres(own.genres) &&
    areAll(shared, ["position", "otherPosition"]) &&
    areAll(alike, ["position", "otherPosition", "lift"]) &&
    areAll([moreAlike], ["total"]) &&
    areAll([other], ["norm", "genres"]) &&
    areGenres(sharedGenres)
  );
}
