import fc from "fast-check";
import { expect, test } from "vitest";
import { genreMask } from "~/matching/genre";
import { reasonsOf } from "~/matching/reasons";
import { getReasons } from "~/matching/reasons.server";
import { CONFIDENCE_PRIOR, MILLION, norm } from "~/matching/score";
import { scoresWith } from "~/matching/search.server";
import { countStatistics } from "~/matching/statistics.server";
import { addMember, addNewcomer } from "../cast";

const sumOf = (parts: { part: number }[]) => parts.reduce((sum, { part }) => sum + part, 0);

test("the parts add up to the score, and a heavier artist never gets a smaller part", () => {
  const weights = fc.array(fc.integer({ min: 1, max: 12 * MILLION }), { maxLength: 50 });
  const genres = fc.integer({ min: 0, max: 2 ** 25 - 1 });
  fc.assert(
    fc.property(weights, weights, weights, genres, genres, (shared, mine, theirs, one, other) => {
      const { score, artists, genres } = reasonsOf(
        { genres: one, norm: norm([...shared, ...mine]) },
        { genres: other, norm: norm([...shared, ...theirs]) },
        shared.map((weight, index) => ({ name: `Artist ${index}`, weight })),
      );
      expect(sumOf(artists) + sumOf(genres)).toBe(score);
      const artistParts = artists.map(({ part }) => part);
      expect(artistParts).toEqual([...artistParts].sort((a, b) => b - a));
      const genreParts = genres.map(({ part }) => part);
      expect(Math.max(0, ...genreParts) - Math.min(100, ...genreParts)).toBeLessThanOrEqual(1);
    }),
  );
});

test("the rarer of two shared artists contributes more", () => {
  const taste = { genres: genreMask(["Rock"]), norm: CONFIDENCE_PRIOR + 10 * MILLION };
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

test("sharing nothing gives a score of 0 without parts", () => {
  const taste = { genres: 0, norm: CONFIDENCE_PRIOR };
  expect(reasonsOf(taste, taste, [])).toEqual({ score: 0, artists: [], genres: [] });
});

test("the reasons explain the displayed score, in the viewer's spelling, and the score is symmetric", async () => {
  const [ada, ben, dan] = [await addMember("Ada"), await addMember("Ben"), await addMember("Dan")];
  await countStatistics();
  const reasons = await getReasons(ada.id, ben.id);
  expect(reasons?.score).toBe((await scoresWith(ada.id, [ben.id])).get(ben.id));
  expect(new Set(reasons?.artists.map(({ name }) => name))).toEqual(new Set(["Radiohead", "Broadcast"]));
  expect(reasons?.genres.map(({ name }) => name)).toEqual(["Electronic"]);
  expect((await getReasons(ben.id, ada.id))?.score).toBe(reasons?.score);
  expect(await getReasons(ada.id, dan.id)).toEqual({ score: 0, artists: [], genres: [] });
});

test("there are no reasons while either member has no preferences", async () => {
  const [ada, eve] = [await addMember("Ada"), await addNewcomer("Eve")];
  expect(await getReasons(ada.id, eve.id)).toBeUndefined();
  expect(await getReasons(eve.id, ada.id)).toBeUndefined();
});
