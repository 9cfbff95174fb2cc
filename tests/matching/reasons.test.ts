import fc from "fast-check";
import { expect, test } from "vitest";
import { recount } from "~/matching/census.server";
import { scoresWith } from "~/matching/discover.server";
import { reasonsOf } from "~/matching/reasons";
import { getReasons } from "~/matching/reasons.server";
import { DOUBT, MILLION, norm } from "~/matching/score";
import { genreMask } from "~/models/genre";
import { cast, newcomer } from "../cast";

const sumOf = (parts: { part: number }[]) => parts.reduce((sum, { part }) => sum + part, 0);

test("the parts of a score add up to it, and what weighs more never gets less", () => {
  const weights = fc.array(fc.integer({ min: 1, max: 12 * MILLION }), { maxLength: 50 });
  const genres = fc.integer({ min: 0, max: 2 ** 25 - 1 });
  fc.assert(
    fc.property(weights, weights, weights, genres, genres, (shared, mine, theirs, one, other) => {
      const { score, artists, genres } = reasonsOf(
        { genres: one, norm: norm([...shared, ...mine]) },
        { genres: other, norm: norm([...shared, ...theirs]) },
        shared.map((weight, place) => ({ name: `Artist ${place}`, weight })),
      );
      expect(sumOf(artists) + sumOf(genres)).toBe(score);
      const parts = artists.map(({ part }) => part);
      expect(parts).toEqual([...parts].sort((a, b) => b - a));
      const genreParts = genres.map(({ part }) => part);
      expect(Math.max(0, ...genreParts) - Math.min(100, ...genreParts)).toBeLessThanOrEqual(1);
    }),
  );
});

test("the rarer of two shared artists adds more", () => {
  const taste = { genres: genreMask(["Rock"]), norm: DOUBT + 10 * MILLION };
  const { score, artists, genres } = reasonsOf(taste, taste, [
    { name: "Everybody's", weight: 2 * MILLION },
    { name: "Nobody's", weight: 8 * MILLION },
  ]);
  expect(score).toBe(92);
  expect(artists).toEqual([
    { name: "Nobody's", part: 67 },
    { name: "Everybody's", part: 17 },
  ]);
  expect(genres).toEqual([{ name: "Rock", part: 8 }]);
});

test("nothing shared is no part and no score", () => {
  const taste = { genres: 0, norm: DOUBT };
  expect(reasonsOf(taste, taste, [])).toEqual({ score: 0, artists: [], genres: [] });
});

test("the reasons are those of the score that is shown, in the viewer's spelling, and the same both ways", async () => {
  const [ada, ben, dan] = [await cast("Ada"), await cast("Ben"), await cast("Dan")];
  await recount();
  const reasons = await getReasons(ada.id, ben.id);
  expect(reasons?.score).toBe((await scoresWith(ada.id, [ben.id])).get(ben.id));
  expect(new Set(reasons?.artists.map(({ name }) => name))).toEqual(new Set(["Radiohead", "Broadcast"]));
  expect(reasons?.genres.map(({ name }) => name)).toEqual(["Electronic"]);
  expect((await getReasons(ben.id, ada.id))?.score).toBe(reasons?.score);
  expect(await getReasons(ada.id, dan.id)).toEqual({ score: 0, artists: [], genres: [] });
});

test("without preferences on either side there are no reasons", async () => {
  const [ada, eve] = [await cast("Ada"), await newcomer("Eve")];
  expect(await getReasons(ada.id, eve.id)).toBeUndefined();
  expect(await getReasons(eve.id, ada.id)).toBeUndefined();
});
