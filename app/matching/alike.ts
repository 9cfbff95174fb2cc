// Alike artists: those that the same members list more often than chance, counted from everybody's lists; and their table in memory.
import type { ListedArtist, Overlap } from "./score";

/** Pairs listed by fewer members are taken for chance. */
const MIN_SUPPORT = 5;

/** Each artist keeps this many others with the highest lifts, and a pair counts only if both keep each other. */
const NEAREST = 20;

/** Of an artist's listeners, at most this many are looked at, evenly spaced. */
const SAMPLED_LISTENERS = 2000;

/** Steps of work between two pauses, some ten milliseconds. */
const STEPS_PER_PAUSE = 500_000;

/** Everybody's lists of artists, with artists numbered from 0. */
export type Lists = {
  /** The lists one after the other. */
  artists: Uint32Array;
  /** Where in `artists` each list starts, and where the last one ends. */
  starts: Uint32Array;
  /** How many lists each artist is on. */
  listeners: Uint32Array;
};

/** Two alike artists; the fans of one list the other `lift` times as often as chance. */
export type AlikePair = { one: number; other: number; lift: number };

/** Pairs of an artist of a list and one alike. */
export type AlikePairs = { artist: number; other: number; weight: number }[];

/** An artist whom a viewer's list speaks for: one of their own, or one alike. */
export type ExpandedArtist = { weight: number; isOwn: boolean };

/**
 * Counts which artists are alike among `members`: a pair that at least 5 members list, more than chance, and each among the
 * other's 20 highest lifts, (both · members) / (listeners · listeners). Every pair comes once. Pairs are counted from the
 * rarer artist's listeners, or 2,000 of them. Awaits `pause` between steps.
 */
export async function findAlike(
  { artists, starts, listeners }: Lists,
  members: number,
  pause: () => Promise<unknown>,
): Promise<AlikePair[]> {
  const count = listeners.length;
  const samples = sampleListeners({ artists, starts, listeners });
  const nearest = new Map<number, AlikePair[]>();
  const shared = new Uint32Array(count);
  let steps = 0;
  for (let rare = 0; rare < count; rare++) {
    const [own = 0, from = 0, to = 0] = [listeners[rare], samples.starts[rare], samples.starts[rare + 1]];
    if (own < MIN_SUPPORT) continue;
    const touched: number[] = [];
    for (let at = from; at < to; at++) {
      const list = samples.lists[at] ?? 0;
      for (let i = starts[list] ?? 0; i < (starts[list + 1] ?? 0); i++) {
        const other = artists[i] ?? 0;
        const others = listeners[other] ?? 0;
        if (others < own || (others === own && other <= rare)) continue;
        if (shared[other] === 0) touched.push(other);
        shared[other] = (shared[other] ?? 0) + 1;
        steps++;
      }
    }
    for (const other of touched) {
      const seen = shared[other] ?? 0;
      shared[other] = 0;
      if (seen < MIN_SUPPORT) continue;
      const both = Math.round((seen * own) / (to - from));
      const lift = (both * members) / (own * (listeners[other] ?? 0));
      if (lift <= 1) continue;
      keepNearest(nearest, rare, { one: rare, other, lift });
      keepNearest(nearest, other, { one: other, other: rare, lift });
    }
    if (steps > STEPS_PER_PAUSE) {
      steps = 0;
      await pause();
    }
  }
  const pairs: AlikePair[] = [];
  for (const [artist, kept] of nearest) {
    for (const pair of kept) {
      const isMutual = nearest.get(pair.other)?.some(({ other }) => other === artist);
      if (artist < pair.other && isMutual) pairs.push(pair);
    }
  }
  return pairs;
}

/** For each artist with enough listeners, the numbers of the lists to look at, one artist after the other. */
function sampleListeners({ artists, starts, listeners }: Lists) {
  const sampleStarts = new Uint32Array(listeners.length + 1);
  for (const [artist, count] of listeners.entries()) {
    const sampled = count < MIN_SUPPORT ? 0 : Math.min(count, SAMPLED_LISTENERS);
    sampleStarts[artist + 1] = (sampleStarts[artist] ?? 0) + sampled;
  }
  const lists = new Uint32Array(sampleStarts[listeners.length] ?? 0);
  const seen = new Uint32Array(listeners.length);
  const taken = new Uint32Array(listeners.length);
  for (let list = 0; list + 1 < starts.length; list++) {
    for (let i = starts[list] ?? 0; i < (starts[list + 1] ?? 0); i++) {
      const artist = artists[i] ?? 0;
      const start = sampleStarts[artist] ?? 0;
      const size = (sampleStarts[artist + 1] ?? 0) - start;
      const number = (seen[artist] ?? 0) + 1;
      seen[artist] = number;
      // Takes the next listener whenever the share of those seen passes the share of those taken.
      const due = Math.floor((number * size) / (listeners[artist] ?? 1));
      const already = taken[artist] ?? 0;
      if (due <= already) continue;
      lists[start + already] = list;
      taken[artist] = already + 1;
    }
  }
  return { starts: sampleStarts, lists };
}

/** Adds a pair to an artist's nearest, highest lift first; the lower number decides ties. */
function keepNearest(nearest: Map<number, AlikePair[]>, artist: number, pair: AlikePair) {
  const kept = nearest.get(artist) ?? [];
  if (kept.length === 0) nearest.set(artist, kept);
  let index = kept.length;
  while (index > 0 && isNearer(pair, kept[index - 1] as AlikePair)) index--;
  if (index >= NEAREST) return;
  kept.splice(index, 0, pair);
  if (kept.length > NEAREST) kept.pop();
}

function isNearer(a: AlikePair, b: AlikePair): boolean {
  return a.lift > b.lift || (a.lift === b.lift && a.other < b.other);
}

/**
 * Expands a member's list by the alike artists: every artist that adds to the overlap with another list, and how much per
 * factor of its position there. `alike` holds the pairs of the member's artists, by id.
 */
export function expandList(list: Map<number, ListedArtist>, alike: AlikePairs): Map<number, ExpandedArtist> {
  const expanded = new Map<number, ExpandedArtist>();
  for (const [artist, { factor, weight }] of list) {
    expanded.set(artist, { weight: factor * weight, isOwn: true });
  }
  for (const { artist, other, weight } of alike) {
    const added = (list.get(artist)?.factor ?? 0) * weight;
    const known = expanded.get(other);
    if (known) known.weight += added;
    else expanded.set(other, { weight: added, isOwn: false });
  }
  return expanded;
}

/** What another list has in common with an expanded one. */
export function overlapWith(expanded: Map<number, ExpandedArtist>, list: Map<number, ListedArtist>): Overlap {
  let total = 0;
  let shared = 0;
  for (const [artist, { factor }] of list) {
    const found = expanded.get(artist);
    if (!found) continue;
    total += found.weight * factor;
    if (found.isOwn) shared++;
  }
  return { total, shared };
}

export type AlikeTable = {
  /** The pairs of these artists. */
  pairsOf: (artists: Iterable<number>) => AlikePairs;
};

/** Makes the table from rows in the order of their artists. Every pair comes in both orders. */
export function makeAlikeTable(rows: AlikePairs): AlikeTable {
  const starts = new Uint32Array((rows.at(-1)?.artist ?? 0) + 2);
  const others = Uint32Array.from(rows, ({ other }) => other);
  const weights = Uint32Array.from(rows, ({ weight }) => weight);
  for (const { artist } of rows) starts[artist + 1] = (starts[artist + 1] ?? 0) + 1;
  for (let artist = 1; artist < starts.length; artist++)
    starts[artist] = (starts[artist] ?? 0) + (starts[artist - 1] ?? 0);

  return {
    pairsOf(artists) {
      const pairs: AlikePairs = [];
      for (const artist of artists) {
        for (let at = starts[artist] ?? 0; at < (starts[artist + 1] ?? 0); at++)
          pairs.push({ artist, other: others[at] ?? 0, weight: weights[at] ?? 0 });
      }
      return pairs;
    },
  };
}
