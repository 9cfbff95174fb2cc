import { GENRES, type Genre } from "db/column-types";
import fc from "fast-check";
import { expect, test } from "vitest";
import { genreMask } from "~/matching/genre";
import { CONFIDENCE_PRIOR, idf, MILLION, minimumOverlap, norm, score } from "~/matching/score";

const MEMBERS = 100_000;

/** A member; artists are indexes into `listeners`. */
type Listener = { artists: number[]; genres: Genre[] };

const listener: fc.Arbitrary<Listener> = fc.record({
  artists: fc.uniqueArray(fc.nat(59), { minLength: 1, maxLength: 50 }),
  genres: fc.uniqueArray(fc.constantFrom(...GENRES), { minLength: 1, maxLength: 8 }),
});

/** The listeners of sixty artists, from a superstar to one that hardly anybody knows. */
const listeners = Array.from({ length: 60 }, (_, i) => Math.floor(30_000 / (i + 1) ** 1.5));

function weigh(artist: number) {
  return idf(listeners[artist] ?? 0, MEMBERS);
}

function taste({ artists, genres }: Listener) {
  return { genres: genreMask(genres), norm: norm(artists.map(weigh)) };
}

function scoreOf(a: Listener, b: Listener) {
  const shared = a.artists.filter((artist) => b.artists.includes(artist));
  return score(
    taste(a),
    taste(b),
    shared.map(weigh).reduce((sum, weight) => sum + weight, 0),
  );
}

test("the worked example", () => {
  const ana = { genres: genreMask(["Rock", "Metal", "Indie"]), norm: 60 * MILLION + CONFIDENCE_PRIOR };
  const ben = { genres: genreMask(["Rock", "Indie"]), norm: 75 * MILLION + CONFIDENCE_PRIOR };
  const sharing = (...counts: number[]) =>
    score(
      ana,
      ben,
      counts.map((count) => idf(count, MEMBERS)).reduce((sum, weight) => sum + weight, 0),
    );
  expect(sharing(30_000)).toBe(55);
  expect(sharing(1000)).toBe(70);
  expect(sharing(50)).toBe(77);
  expect(sharing(1000, 50)).toBe(83);
  expect(sharing()).toBe(42);
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

test("the order of artists does not matter", () => {
  fc.assert(
    fc.property(listener, listener, (a, b) => {
      expect(scoreOf({ ...a, artists: [...a.artists].reverse() }, b)).toBe(scoreOf(a, b));
    }),
  );
});

test("another shared artist never lowers the score, another unshared one never raises it", () => {
  fc.assert(
    fc.property(listener, listener, fc.nat(59), (a, b, artist) => {
      fc.pre(!a.artists.includes(artist) && !b.artists.includes(artist));
      const grown = { ...a, artists: [...a.artists, artist] };
      expect(scoreOf(grown, { ...b, artists: [...b.artists, artist] })).toBeGreaterThanOrEqual(scoreOf(a, b));
      expect(scoreOf(grown, b)).toBeLessThanOrEqual(scoreOf(a, b));
    }),
  );
});

test("a rare artist never weighs less than a popular one", () => {
  fc.assert(
    fc.property(fc.nat(MEMBERS), fc.nat(MEMBERS), (one, other) => {
      const [rare, popular] = one < other ? [one, other] : [other, one];
      expect(idf(rare, MEMBERS)).toBeGreaterThanOrEqual(idf(popular, MEMBERS));
    }),
  );
});

test("genres alone stay below 50", () => {
  fc.assert(
    fc.property(listener, listener, (a, b) => {
      fc.pre(!a.artists.some((artist) => b.artists.includes(artist)));
      expect(scoreOf(a, b)).toBeLessThan(50);
    }),
  );
  const twin = { genres: genreMask(GENRES), norm: CONFIDENCE_PRIOR };
  expect(score(twin, twin, 0)).toBe(47);
});

test("the score is 0 without shared artists and genres, even if there are no genres at all", () => {
  expect(score({ genres: 1, norm: CONFIDENCE_PRIOR }, { genres: 2, norm: CONFIDENCE_PRIOR }, 0)).toBe(0);
  expect(score({ genres: 0, norm: CONFIDENCE_PRIOR }, { genres: 0, norm: CONFIDENCE_PRIOR }, 0)).toBe(0);
});

test("every pair that reaches a minimum score has the minimum overlap", () => {
  fc.assert(
    fc.property(listener, listener, (a, b) => {
      const shared = a.artists
        .filter((artist) => b.artists.includes(artist))
        .reduce((sum, i) => sum + weigh(i), 0);
      const reached = score(taste(a), taste(b), shared);
      expect(shared ** 2).toBeGreaterThanOrEqual(minimumOverlap(reached) * taste(a).norm * taste(b).norm);
    }),
  );
});

test("the minimum overlap is tight when all genres are shared", () => {
  const twin = { genres: 1, norm: 100 * MILLION };
  for (let minimum = 50; minimum <= 96; minimum++) {
    const least = Math.sqrt(minimumOverlap(minimum)) * twin.norm;
    expect(score(twin, twin, Math.floor(least) - 10)).toBeLessThan(minimum);
    expect(score(twin, twin, Math.ceil(least) + 10)).toBe(minimum);
  }
});
