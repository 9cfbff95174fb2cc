import fc from "fast-check";
import { expect, test } from "vitest";
import { genreMask } from "~/matching/genre";
import { reasonsOf } from "~/matching/reasons";
import { getReasons } from "~/matching/reasons.server";
import { CONFIDENCE_PRIOR } from "~/matching/score";
import { scoresWith } from "~/matching/search.server";
import { countStatistics } from "~/matching/statistics.server";
import { addMember, addNewcomer } from "../cast";

const nothing = { score: 0, artists: [], alike: [], moreAlike: { count: 0, part: 0 }, genres: [] };

const sumOf = (parts: { part: number }[]) => parts.reduce((sum, { part }) => sum + part, 0);

/** A shared artist that adds this much to the overlap. */
const shared = (name: string, overlap: number) => ({
  ...{ name, overlap, ownPosition: 1, otherPosition: 1 },
  rarity: "rare" as const,
});

test("the parts add up to the score, and what adds more never gets a smaller part", () => {
  const overlaps = fc.array(fc.integer({ min: 1, max: 8e12 }), { maxLength: 50 });
  const genres = fc.integer({ min: 0, max: 2 ** 25 - 1 });
  fc.assert(
    fc.property(overlaps, overlaps, fc.nat(1e13), genres, genres, (ofArtists, ofPairs, rest, one, other) => {
      const { score, artists, alike, moreAlike, genres } = reasonsOf(
        { genres: one, norm: CONFIDENCE_PRIOR + rest },
        { genres: other, norm: CONFIDENCE_PRIOR + 2 * rest },
        ofArtists.map((overlap, index) => shared(`Artist ${index}`, overlap)),
        ofPairs.map((overlap, index) => ({ own: `Own ${index}`, other: "Other", lift: 2, overlap })),
      );
      expect(sumOf(artists) + sumOf(alike) + moreAlike.part + sumOf(genres)).toBe(score);
      expect(alike.length + moreAlike.count).toBe(ofPairs.length);
      for (const parts of [artists, alike].map((list) => list.map(({ part }) => part)))
        expect(parts).toEqual([...parts].sort((a, b) => b - a));
      const genreParts = genres.map(({ part }) => part);
      expect(Math.max(0, ...genreParts) - Math.min(100, ...genreParts)).toBeLessThanOrEqual(1);
    }),
  );
});

test("parts follow what each thing adds", () => {
  const taste = { genres: genreMask(["Rock"]), norm: CONFIDENCE_PRIOR + 10e12 };
  const { score, artists, alike, genres } = reasonsOf(
    taste,
    taste,
    [shared("Everybody's", 0.4e12), shared("Nobody's", 2e12)],
    [{ own: "Broadcast", other: "Pram", lift: 20, overlap: 0.1e12 }],
  );
  expect(score).toBe(86);
  expect(artists.map(({ name, part }) => [name, part])).toEqual([
    ["Nobody's", 62],
    ["Everybody's", 12],
  ]);
  expect(alike).toEqual([{ own: "Broadcast", other: "Pram", lift: 20, part: 3 }]);
  expect(genres).toEqual([{ name: "Rock", part: 9 }]);
});

test("having nothing in common gives a score of 0 without parts", () => {
  const taste = { genres: 0, norm: CONFIDENCE_PRIOR };
  expect(reasonsOf(taste, taste, [], [])).toEqual(nothing);
});

test("the reasons explain the displayed score, in the viewer's spelling, and the score is symmetric", async () => {
  const [ada, ben, dan] = [await addMember("Ada"), await addMember("Ben"), await addMember("Dan")];
  await countStatistics();
  const reasons = await getReasons(ada.id, ben.id);
  expect(reasons?.score).toBe((await scoresWith(ada.id, [ben.id])).get(ben.id));
  expect(new Set(reasons?.artists.map(({ name }) => name))).toEqual(new Set(["Radiohead", "Broadcast"]));
  expect(reasons?.genres.map(({ name }) => name)).toEqual(["Electronic"]);
  expect((await getReasons(ben.id, ada.id))?.score).toBe(reasons?.score);
  expect(await getReasons(ada.id, dan.id)).toEqual(nothing);
});

test("there are no reasons while either member has no preferences", async () => {
  const [ada, eve] = [await addMember("Ada"), await addNewcomer("Eve")];
  expect(await getReasons(ada.id, eve.id)).toBeUndefined();
  expect(await getReasons(eve.id, ada.id)).toBeUndefined();
});
