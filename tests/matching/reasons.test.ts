// Reasons for a score, and names that stand for no artist.

import { db } from "db/client.server";
import { artist, memberArtist } from "db/schema";
import { eq } from "drizzle-orm";
import fc from "fast-check";
import { expect, test } from "vitest";
import { artistKey } from "~/matching/artist-key";
import { genreMask } from "~/matching/genre";
import { listKnownArtists } from "~/matching/known-artists.server";
import { isPlaceholderArtist } from "~/matching/placeholder-artist";
import { reasonsOf } from "~/matching/reasons";
import { getReasons } from "~/matching/reasons.server";
import { CONFIDENCE_PRIOR } from "~/matching/score";
import { scoresWith } from "~/matching/search.server";
import { countStatistics } from "~/matching/statistics.server";
import { getPreferences, savePreferences } from "~/models/music/preferences.server";
import type { Preferences } from "~/models/music/preferences-schema";
import { addMember, addNewcomer } from "../cast";
import { rowsOf } from "../rows";

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

const TASTE: Preferences = {
  topArtists: [],
  favoriteGenres: ["Rock"],
  totalScrobbles: 0,
  concertsAttended: 0,
};

test.each([
  "Various Artists",
  "various",
  "VARIOUS  ARTISTS",
  "Unknown Artist",
  "<Unknown>",
  "<unknown>",
  "[unknown]",
  "(Unknown Artist)",
  "[data]",
  "[no artist]",
  "no artist",
  "VA",
  "V.A.",
  "V/A",
  "v.a",
  "[dialogue]",
  "Verschiedene Interpreten",
  "Varios Artistas",
  "Vários Artistas",
  "Artistes divers",
  "Artisti Vari",
  "AA.VV.",
  "Artista desconocido",
  "Blandade Artister",
  "Różni wykonawcy",
  "Разные исполнители",
  "Неизвестный исполнитель",
  "ヴァリアス・アーティスト",
  "群星",
  "여러 아티스트",
  "various_artists",
  "Multiple Artists",
  "VV.AA.",
  "VVAA",
  "Varios",
  "Vários",
  "Diversos Artistas",
  "Multi-Artistes",
  "Inconnu",
  "Unbekannt",
  "Desconocido",
  "Sconosciuto",
  "Okänd",
  "Nieznany",
  "Неизвестный",
  "Разные",
  "Sanatçı Bilinmiyor",
  "不明",
  "未知",
  "合辑",
  "알 수 없음",
  "[nature sounds]",
  "[church chimes]",
  "[language instruction]",
  "[theatre]",
])("%s is no artist", (name) => {
  expect(isPlaceholderArtist(name)).toBe(true);
});

test.each([
  "Data",
  "The Unknown",
  "Unknown Mortal Orchestra",
  "Various Cruelties",
  "Vå",
  "Van Halen",
  "Vanessa",
  "Anonymous",
  "Artist",
  "Artist vs. Poet",
  "Various Production",
  "Unknown Prophets",
  "Diverse",
  "Divers",
  "Nature Sounds",
  "Silence",
  "Theatre",
  "[spunge]",
  "[:SITD:]",
  "None",
  "!!!",
  "?",
  "",
])("%s may be an artist", (name) => {
  expect(isPlaceholderArtist(name)).toBe(false);
});

test("no known artist is a placeholder", () => {
  expect(listKnownArtists().filter(({ name }) => isPlaceholderArtist(name))).toEqual([]);
});

test("placeholders that members already list leave their lists with the next count, and count nowhere", async () => {
  const lists: Record<string, string[]> = {
    Ada: ["Various Artists", "Low", "[data]", "Duster", "V.A."],
    Ben: ["Unknown Artist", "Data", "Various Artists", "VA"],
    Cleo: ["The Unknown", "Různí interpreti", "None", "群星"],
  };
  const members = [];
  for (const [name, topArtists] of Object.entries(lists)) {
    const member = await addMember(name);
    await savePreferences(member.id, { ...TASTE, topArtists });
    members.push(member);
  }
  await countStatistics();
  const artists = await Promise.all(members.map(async ({ id }) => (await getPreferences(id))?.topArtists));
  expect(artists).toEqual([["Low", "Duster"], ["Data"], ["The Unknown", "None"]]);
  const [ada, ben, cleo] = members.map(({ id }) => id);
  for (const [one, other] of [
    [ada, ben],
    [ben, cleo],
    [cleo, ada],
  ] as const)
    expect(await getReasons(one ?? 0, other ?? 0)).toMatchObject({ artists: [] });
  const rows = await db
    .select({ position: memberArtist.position })
    .from(memberArtist)
    .where(eq(memberArtist.memberId, ada ?? 0));
  expect(rows.map(({ position }) => position).sort()).toEqual([0, 1]);
  const [listed] = await rowsOf(artist, { key: artistKey("Various Artists") });
  expect([listed?.listeners0, listed?.listeners1]).toContain(0);
});
