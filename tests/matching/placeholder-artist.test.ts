import { db } from "db/client.server";
import { artist, memberArtist } from "db/schema";
import { eq } from "drizzle-orm";
import { expect, test } from "vitest";
import { artistKey } from "~/matching/artist-key";
import { listKnownArtists } from "~/matching/known-artists.server";
import { isPlaceholderArtist } from "~/matching/placeholder-artist";
import { getReasons } from "~/matching/reasons.server";
import { countStatistics } from "~/matching/statistics.server";
import { getPreferences, savePreferences } from "~/models/music/preferences.server";
import type { Preferences } from "~/models/music/preferences-schema";
import { addMember } from "../cast";

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
  const [listed] = await db
    .select()
    .from(artist)
    .where(eq(artist.key, artistKey("Various Artists")));
  expect([listed?.listeners0, listed?.listeners1]).toContain(0);
});
