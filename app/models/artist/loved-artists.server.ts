// The artists whom most members list, and the favorites offered to newcomers.
import { setImmediate } from "node:timers/promises";
import { db } from "db/client.server";
import type { Genre } from "db/column-types";
import { artist, memberArtist, statistics } from "db/schema";
import { and, eq, inArray, sql } from "drizzle-orm";
import { artistKey } from "~/matching/artist-key";
import { assumedListeners, hash, knownArtist, suggestByGenre } from "~/matching/known-artists.server";
import { findSpellings, MIN_LISTENERS } from "~/matching/spelling.server";
import { MOST_PEOPLE, toPeopleCount } from "~/models/count";
import { splitPage } from "~/models/cursor";
import { countFans } from "~/models/music/fans.server";
import { listAlike } from "./alike-artists.server";
import type { LovedArtist } from "./artist";

/** Fills whole rows of the wall at any width. */
const PAGE = 24;
/** How many artists the wall has at most. */
const MAX_LOVED = 50 * PAGE;
/** Rows per read, so that other requests wait a few milliseconds at most. */
const ARTISTS_PER_READ = 5_000;

/** The keys as of the last count. */
let loved: { countedAt: number; keys: Promise<string[]> } | undefined;

/**
 * A page of the artists whom at least three members list, the most loved first, as a member reads of them; `from` is where it
 * begins.
 */
export async function listLoved(
  viewerId: number,
  from = 0,
): Promise<{ artists: LovedArtist[]; next?: { cursor: string } }> {
  const keys = (await readLoved()).slice(from, from + PAGE + 1);
  const { page, next } = splitPage(keys, PAGE, () => ({ from: from + PAGE }));
  const [names, counts, own] = await Promise.all([
    findSpellings(page),
    countFans(viewerId, page),
    findOwn(viewerId, page),
  ]);
  const artists = page.flatMap((key) => {
    const name = names.get(key);
    return name ? { key, name, atLeast: counts.get(key) ?? null, position: own.get(key) ?? null } : [];
  });
  return { artists, next };
}

/**
 * Up to `limit` artists to offer as a member's favorites, without those listed already: artists alike to them if enough members
 * list both, then loved and well-known ones of the genres. Without genres, known ones of all genres.
 */
export async function suggestFavorites(
  genres: readonly Genre[],
  listed: string[],
  limit: number,
): Promise<string[]> {
  const keys = listed.map(artistKey);
  const alike = await listAlike(keys, limit);
  const isOfGenres = (key: string) => knownArtist(key)?.genres.some((genre) => genres.includes(genre));
  const here = await findSpellings((await readLoved()).filter(isOfGenres).slice(0, limit));
  const excluded = new Set([...keys, ...alike.map(artistKey)]);
  const lovedHere = [...here.values()].filter((name) => !excluded.has(artistKey(name)));
  const known = suggestByGenre(genres, excluded, limit).map(({ name }) => name);
  return [...new Set([...alike, ...lovedHere.slice(0, limit / 2), ...known])].slice(0, limit);
}

/** The names of the most loved artists that at least three members list. */
export async function nameLoved(limit: number): Promise<string[]> {
  return [...(await findSpellings((await readLoved()).slice(0, limit))).values()];
}

/** The keys in the order of the wall, then by name those that aren't on it. */
export async function sortAsLoved(keys: string[]): Promise<string[]> {
  const ranks = new Map((await readLoved()).map((key, rank) => [key, rank]));
  const rankOf = (key: string) => ranks.get(key) ?? MAX_LOVED;
  return keys.sort((one, other) => rankOf(one) - rankOf(other) || (one < other ? -1 : 1));
}

/** The keys of the wall in their order, read again after each count of the statistics. */
async function readLoved(): Promise<string[]> {
  const [current] = await db.select().from(statistics).where(eq(statistics.isCurrent, true));
  if (!current) return [];
  const countedAt = current.countedAt.getTime();
  if (loved?.countedAt === countedAt) return loved.keys;
  const reading = { countedAt, keys: rankArtists(current.buffer) };
  loved = reading;
  reading.keys.catch(() => {
    if (loved === reading) loved = undefined;
  });
  return reading.keys;
}

/**
 * Ranks the artists by how many list them, in the steps of `toPeopleCount()` and then in doubling steps, so that the order
 * gives nobody away: within a step it is always the same.
 */
async function rankArtists(buffer: number): Promise<string[]> {
  const listeners = buffer === 1 ? artist.listeners1 : artist.listeners0;
  const ranked: { key: string; step: number; rank: number }[] = [];
  for (let after = -1; ; ) {
    const rows = db
      .select({ id: artist.id, key: artist.key, people: sql<number>`${listeners}`.as("people") })
      .from(artist)
      .where(sql`${artist.id} > ${after}`)
      .orderBy(artist.id)
      .limit(ARTISTS_PER_READ)
      .as("rows");
    const [read] = await db
      .select({
        last: sql<number | null>`max(${rows.id})`,
        found: sql<string>`json_group_array(json_array(${rows.key}, ${rows.people}))
          filter (where ${rows.people} >= ${MIN_LISTENERS})`,
      })
      .from(rows);
    if (read?.last == null) break;
    for (const [key, people] of JSON.parse(read.found) as [string, number][]) {
      const real = people - assumedListeners(key);
      if (real >= MIN_LISTENERS) ranked.push({ key, step: toStep(real), rank: hash(key) });
    }
    after = read.last;
    await setImmediate();
  }
  return ranked
    .sort((a, b) => b.step - a.step || a.rank - b.rank)
    .slice(0, MAX_LOVED)
    .map(({ key }) => key);
}

function toStep(people: number): number {
  return people < MOST_PEOPLE ? (toPeopleCount(people) ?? 0) : MOST_PEOPLE * Math.floor(Math.log2(people));
}

/** Where artists are in a member's list, from 1, by key. */
async function findOwn(memberId: number, keys: string[]): Promise<Map<string, number>> {
  if (!keys.length) return new Map();
  const rows = await db
    .select({ key: artist.key, position: memberArtist.position })
    .from(memberArtist)
    .innerJoin(artist, eq(artist.id, memberArtist.artistId))
    .where(and(eq(memberArtist.memberId, memberId), inArray(artist.key, keys)));
  return new Map(rows.map(({ key, position }) => [key, position + 1]));
}
