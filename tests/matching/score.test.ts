import { GENRES, type Genre } from "db/column-types";
import fc from "fast-check";
import { expect, test } from "vitest";
import { expandList, overlapWith } from "~/matching/alike";
import { genreMask } from "~/matching/genre";
import { assumedListeners } from "~/matching/known-artists.server";
import {
  alikeWeight,
  artistWeight,
  CONFIDENCE_PRIOR,
  coarseCount,
  type ListedArtist,
  liftOf,
  MILLION,
  minimumOverlap,
  norm,
  orderFactor,
  rarityOf,
  score,
} from "~/matching/score";

const MEMBERS = 100_000;

/** A member; artists are indexes into `listeners`, favorites first. */
type Listener = { artists: number[]; genres: Genre[] };

const listener: fc.Arbitrary<Listener> = fc.record({
  artists: fc.uniqueArray(fc.nat(59), { minLength: 1, maxLength: 50 }),
  genres: fc.uniqueArray(fc.constantFrom(...GENRES), { minLength: 1, maxLength: 8 }),
});

/** The listeners of sixty artists, from a superstar to one that hardly anybody knows. */
const listeners = Array.from({ length: 60 }, (_, i) => Math.floor(30_000 / (i + 1) ** 1.5));

/** Alike artists: every pair of neighbors among the sixty. */
function alikeTo(artist: number) {
  return [artist - 1, artist + 1]
    .filter((other) => other >= 0 && other < 60)
    .map((other) => ({ artist, other, weight: alikeWeight(2 + Math.min(artist, other), MEMBERS) }));
}

function weigh(artist: number) {
  return artistWeight(listeners[artist] ?? 0, MEMBERS);
}

function toList(artists: number[], weightOf = weigh): Map<number, ListedArtist> {
  return new Map(
    artists.map((artist, position) => [artist, { factor: orderFactor(position), weight: weightOf(artist) }]),
  );
}

function taste({ artists, genres }: Listener) {
  return { genres: genreMask(genres), norm: norm(toList(artists).values()) };
}

function overlapOf(a: Listener, b: Listener, alike = a.artists.flatMap(alikeTo)) {
  return overlapWith(expandList(toList(a.artists), alike), toList(b.artists));
}

function scoreOf(a: Listener, b: Listener) {
  return score(taste(a), taste(b), overlapOf(a, b));
}

test("the worked example", () => {
  const known = { radiohead: 30_000, broadcast: 1000, pram: 200, abba: 20_000, low: 50 };
  const names = Object.keys(known);
  const weights = Object.values(known).map((count) => artistWeight(count, MEMBERS));
  expect(weights).toEqual([165_231, 1_213_432, 2_120_822, 165_231, 3_273_168]);
  const lift = (40 * MEMBERS) / (known.broadcast * known.pram);
  const m = alikeWeight(lift, MEMBERS);
  expect(m).toBe(67_773);
  expect(liftOf(m, MEMBERS)).toBeCloseTo(Math.sqrt(20 * 50), 3);

  const [broadcast, pram] = [names.indexOf("broadcast"), names.indexOf("pram")];
  const alike = [
    { artist: broadcast, other: pram, weight: m },
    { artist: pram, other: broadcast, weight: m },
  ];
  const compare = (mine: string, theirs: string, genres: Genre[][] = [[], []]) => {
    const [a, b] = [mine, theirs].map((list) =>
      toList(
        list.split(" ").map((name) => names.indexOf(name)),
        (artist) => weights[artist] ?? 0,
      ),
    ) as [Map<number, ListedArtist>, Map<number, ListedArtist>];
    const [one, other] = [a, b].map((list, i) => ({
      genres: genreMask(genres[i] ?? []),
      norm: norm(list.values()),
    })) as [{ genres: number; norm: number }, { genres: number; norm: number }];
    const expanded = expandList(
      a,
      alike.filter(({ artist }) => a.has(artist)),
    );
    const overlap = overlapWith(expanded, b);
    return { total: overlap.total, norms: [one.norm, other.norm], score: score(one, other, overlap) };
  };
  expect(compare("broadcast radiohead", "radiohead pram")).toEqual({
    total: 164_733_828_000,
    norms: [21_296_022_550_119, 21_225_321_755_878],
    score: 41,
  });
  expect(compare("broadcast radiohead", "radiohead abba").score).toBe(34);
  expect(compare("broadcast", "pram").score).toBe(22);
  expect(compare("low abba", "low radiohead").score).toBe(88);
  expect(compare("abba low", "radiohead low").score).toBe(83);
  expect(
    compare("broadcast", "abba", [
      ["Rock", "Indie", "Jazz"],
      ["Rock", "Indie"],
    ]).score,
  ).toBe(42);
});

test("scores are symmetric integers from 0 to 100", () => {
  fc.assert(
    fc.property(listener, listener, (a, b) => {
      const one = scoreOf(a, b);
      expect(one).toBe(scoreOf(b, a));
      expect(one).toBe(Math.round(one));
      expect(one).toBeGreaterThanOrEqual(0);
      expect(one).toBeLessThanOrEqual(100);
    }),
  );
});

test("the overlap is the sum over all pairs of artists, the same from both sides", () => {
  fc.assert(
    fc.property(listener, listener, (a, b) => {
      let total = 0;
      for (const [i, one] of a.artists.entries()) {
        for (const [j, other] of b.artists.entries()) {
          const pair = alikeTo(one).find((each) => each.other === other);
          total += orderFactor(i) * orderFactor(j) * (one === other ? weigh(one) : (pair?.weight ?? 0));
        }
      }
      const shared = a.artists.filter((artist) => b.artists.includes(artist)).length;
      expect(overlapOf(a, b)).toEqual({ total, shared });
      expect(overlapOf(b, a)).toEqual({ total, shared });
    }),
  );
});

test("the longest lists of the rarest artists, all alike, stay exact integers", () => {
  const fifty = Array.from({ length: 50 }, (_, artist) => artist);
  const list = toList(fifty, () => artistWeight(0, 10_000_000));
  const most = alikeWeight(10_000_000, 10_000_000);
  const pairs = fifty.flatMap((artist) =>
    fifty.filter((other) => other !== artist).map((other) => ({ artist, other, weight: most })),
  );
  const { total } = overlapWith(expandList(list, pairs), list);
  expect(total).toBeLessThan(Number.MAX_SAFE_INTEGER / 10);
  expect(norm(list.values())).toBeLessThan(Number.MAX_SAFE_INTEGER / 10);
});

test("an artist counts by the root of the position", () => {
  expect([0, 1, 3, 8, 24, 49].map(orderFactor)).toEqual([1000, 707, 500, 333, 200, 141]);
});

test("moving a shared artist up a list never lowers the score of the pair that shares nothing else", () => {
  fc.assert(
    fc.property(fc.uniqueArray(fc.nat(59), { minLength: 2, maxLength: 50 }), fc.nat(48), (artists, index) => {
      const at = (index % (artists.length - 1)) + 1;
      const shared = artists[at] ?? 0;
      const overlap = (list: number[]) =>
        overlapOf({ artists: list, genres: [] }, { artists: [shared], genres: [] }, []).total;
      const moved = [...artists.slice(0, at - 1), shared, artists[at - 1] ?? 0, ...artists.slice(at + 1)];
      expect(overlap(moved)).toBeGreaterThan(overlap(artists));
    }),
  );
});

test("a pair without a shared artist scores 49 at most, however alike their artists are", () => {
  const list = toList([0, 1, 2], () => 5 * MILLION);
  const others = toList([3, 4, 5], () => 5 * MILLION);
  const alike = [0, 1, 2].flatMap((artist) =>
    [3, 4, 5].map((other) => ({ artist, other, weight: alikeWeight(MEMBERS, MEMBERS) })),
  );
  const one = { genres: genreMask(GENRES), norm: norm(list.values()) };
  const overlap = overlapWith(expandList(list, alike), others);
  expect(overlap.shared).toBe(0);
  expect(score(one, one, overlap)).toBe(49);
  expect(score(one, one, { ...overlap, shared: 1 })).toBeGreaterThan(60);
});

test("another shared artist at the end of both lists never lowers the score, another unshared one never raises it", () => {
  fc.assert(
    fc.property(listener, listener, fc.nat(59), (a, b, artist) => {
      fc.pre(!a.artists.includes(artist) && !b.artists.includes(artist));
      fc.pre(a.artists.length < 50 && b.artists.length < 50);
      const plain = (one: Listener, other: Listener) =>
        score(taste(one), taste(other), overlapOf(one, other, []));
      const grown = { ...a, artists: [...a.artists, artist] };
      expect(plain(grown, b)).toBeLessThanOrEqual(plain(a, b));
      const short = { ...a, artists: a.artists.slice(0, 1) };
      const alone = { ...b, artists: [artist] };
      expect(plain({ ...short, artists: [...short.artists, artist] }, alone)).toBeGreaterThanOrEqual(
        plain(short, alone),
      );
    }),
  );
});

/** The score of two lists with these weights, in which the first has its artists at these positions of the other's. */
function compareLists(
  own: number[],
  theirs: number[],
  positions: (number | undefined)[],
  genres: Genre[] = [],
) {
  const list = (weights: number[], idOf: (position: number) => number) =>
    new Map(
      weights.map((weight, position) => [
        idOf(position),
        { factor: orderFactor(position), weight: weight * MILLION },
      ]),
    );
  const mine = list(own, (position) => positions[position] ?? 1000 + position);
  const other = list(theirs, (position) => position);
  const taste = (listed: typeof mine) => ({ genres: genreMask(genres), norm: norm(listed.values()) });
  return score(taste(mine), taste(other), overlapWith(expandList(mine, []), other));
}

test("a single shared artist, however rare, counts less than five shared of ten and all genres", () => {
  const ten = [1, 3, 4, 1.5, 2, 3, 1, 5, 2, 4];
  const fiveOfTen = [2, 4, 0, 8, 6, ...Array<undefined>(5)];
  const mine = fiveOfTen.map((position, index) => ten[position ?? index] ?? 0);
  const all = [...GENRES.slice(0, 5)];
  const many = compareLists(mine, ten, fiveOfTen, all);
  expect(compareLists([8], [8], [0])).toBeLessThan(many);
  expect(compareLists([8], [8], [0], all)).toBeLessThan(many);
  expect(many).toBeLessThan(100);
});

test("identical lists reach 100 once they are long enough, and one or two artists do not", () => {
  const twins = (weight: number, length: number, genres: Genre[] = ["Jazz"]) => {
    const list = Array.from({ length }, () => weight);
    return compareLists(
      list,
      list,
      list.map((_, position) => position),
      genres,
    );
  };
  expect([twins(3.5, 10), twins(2, 15)]).toEqual([100, 100]);
  expect([1, 2].map((length) => twins(8, length))).toEqual([91, 93]);
  for (let length = 1; length < 50; length++)
    expect(twins(3, length + 1)).toBeGreaterThanOrEqual(twins(3, length));
});

test("with the same points, another shared artist never lowers the score", () => {
  fc.assert(
    fc.property(listener, listener, fc.nat(49), (a, b, shared) => {
      const overlap = { ...overlapOf(a, b), shared };
      const scoreWith = (shared: number) => score(taste(a), taste(b), { ...overlap, shared });
      expect(scoreWith(shared + 1)).toBeGreaterThanOrEqual(scoreWith(shared));
    }),
  );
});

test("another shared artist at the end of both lists never lowers the score, whatever they share already", () => {
  fc.assert(
    fc.property(listener, listener, fc.nat(59), (a, b, artist) => {
      fc.pre(!a.artists.includes(artist) && !b.artists.includes(artist));
      fc.pre(a.artists.length < 50 && b.artists.length < 50);
      const grow = (one: Listener) => ({ ...one, artists: [...one.artists, artist] });
      const plain = (one: Listener, other: Listener) =>
        score(taste(one), taste(other), overlapOf(one, other, []));
      expect(plain(grow(a), grow(b))).toBeGreaterThanOrEqual(plain(a, b));
    }),
    { numRuns: 1000 },
  );
});

test("a rare artist never weighs less than a popular one", () => {
  fc.assert(
    fc.property(fc.nat(MEMBERS), fc.nat(MEMBERS), (one, other) => {
      const [rare, popular] = one < other ? [one, other] : [other, one];
      expect(artistWeight(rare, MEMBERS)).toBeGreaterThanOrEqual(artistWeight(popular, MEMBERS));
    }),
  );
});

test("an artist whom few list weighs nearly the same at any size, and one everybody knows is common from the first day", () => {
  expect([0, 10, 100_000].map((members) => artistWeight(0, members))).toEqual([
    5_662_511, 5_666_136, 6_587_297,
  ]);
  const keys = ["radiohead", "broadcast", "nobodyhaseverheardofthem"];
  expect(keys.map(assumedListeners)).toEqual([150, 15, 0]);
  expect([150, 50, 15].map((assumed) => artistWeight(assumed, 0))).toEqual([729_221, 1_223_388, 2_978_218]);
});

test("rarity is worded by the weight", () => {
  const words = [20, 200, 1000, 20_000].map((count) => rarityOf(artistWeight(count, MEMBERS)));
  expect(words).toEqual(["rare", "uncommon", "uncommon", "common"]);
});

test("genres alone stay below 50", () => {
  fc.assert(
    fc.property(listener, listener, (a, b) => {
      fc.pre(!a.artists.some((artist) => b.artists.includes(artist)));
      expect(scoreOf(a, b)).toBeLessThan(50);
    }),
  );
  const twin = { genres: genreMask(GENRES), norm: CONFIDENCE_PRIOR };
  expect(score(twin, twin, { total: 0, shared: 0 })).toBe(47);
});

test("the score is 0 without anything in common, even if there are no genres at all", () => {
  const nothing = { total: 0, shared: 0 };
  expect(score({ genres: 1, norm: CONFIDENCE_PRIOR }, { genres: 2, norm: CONFIDENCE_PRIOR }, nothing)).toBe(
    0,
  );
  expect(score({ genres: 0, norm: CONFIDENCE_PRIOR }, { genres: 0, norm: CONFIDENCE_PRIOR }, nothing)).toBe(
    0,
  );
});

test("every pair that reaches a minimum score has the minimum overlap", () => {
  fc.assert(
    fc.property(listener, listener, (a, b) => {
      const overlap = overlapOf(a, b);
      const reached = score(taste(a), taste(b), overlap);
      expect(overlap.total ** 2).toBeGreaterThanOrEqual(
        minimumOverlap(reached) * taste(a).norm * taste(b).norm,
      );
    }),
  );
});

test("the minimum overlap is tight when all genres are shared", () => {
  const twin = { genres: 1, norm: 5 * CONFIDENCE_PRIOR };
  for (let minimum = 50; minimum <= 100; minimum++) {
    const least = Math.sqrt(minimumOverlap(minimum)) * twin.norm;
    const reach = (total: number) => score(twin, twin, { total, shared: 6 });
    expect(reach(Math.floor(least) - 1e6)).toBeLessThan(minimum);
    expect(reach(Math.ceil(least) + 1e6)).toBe(minimum);
  }
});

test("one more hardly ever changes what a count weighs as: its steps are 5, 10, 20, 50, 100 and so on", () => {
  const counts = [0, 1, 4, 5, 9, 10, 19, 20, 49, 50, 99, 100, 199, 200, 499, 500, 1000, 1_000_000];
  const middles = [2, 2, 2, 7, 7, 14, 14, 32, 32, 71, 71, 141, 141, 316, 316, 707, 1414, 1_414_214];
  expect(counts.map(coarseCount)).toEqual(middles);
  const lifts = [1.01, 2, 4.99, 5, 12].map((lift) => liftOf(alikeWeight(lift, MEMBERS), MEMBERS));
  expect(lifts.map(Math.round)).toEqual([1, 3, 3, 7, 14]);
});
