import { makeCatalog, makeMembers, type Town } from "db/seed/synthetic-members";
import { expect, test } from "vitest";
import { artistKey } from "~/matching/artist-key";
import { MAX_ARTIST_NAME } from "~/models/music/preferences";
import { preferencesInput } from "~/models/music/preferences-schema";

const CITY: Town = { name: "City", cell: 1, population: 900 };
const VILLAGE: Town = { name: "Village", cell: 2, population: 100 };

const catalog = makeCatalog();
const members = [...makeMembers(1000, [CITY, VILLAGE], catalog)];

test("the catalog has 100,000 artists with distinct keys", () => {
  expect(new Set(catalog.names.map(artistKey)).size).toBe(100_000);
  expect(Math.max(...catalog.names.map((name) => name.length))).toBeLessThanOrEqual(MAX_ARTIST_NAME);
});

test("every run makes the same members, and a longer run begins with a shorter one", () => {
  expect([...makeMembers(100, [CITY, VILLAGE], makeCatalog())]).toEqual(members.slice(0, 100));
});

test("members are valid input", () => {
  expect(new Set(members.map(({ id }) => id)).size).toBe(1000);
  for (const { age, artists, genres, totalScrobbles, concertsAttended } of members) {
    expect(age).toBeGreaterThanOrEqual(18);
    expect(age).toBeLessThanOrEqual(70);
    const topArtists = artists.map((artist) => catalog.names[artist]);
    const saved = { topArtists, favoriteGenres: genres, totalScrobbles, concertsAttended };
    expect(preferencesInput.parse(saved)).toEqual(saved);
  }
});

test("towns have members by population, and few artists have most of the listeners", () => {
  const inCity = members.filter(({ town }) => town === CITY).length;
  expect(inCity).toBeGreaterThan(850);
  expect(inCity).toBeLessThan(950);
  const listeners = new Map<number, number>();
  for (const artist of members.flatMap(({ artists }) => artists)) {
    listeners.set(artist, (listeners.get(artist) ?? 0) + 1);
  }
  const counts = [...listeners.values()].sort((a, b) => b - a);
  expect(counts[0]).toBeGreaterThan(100);
  expect(counts.filter((count) => count === 1).length).toBeGreaterThan(counts.length / 2);
});
