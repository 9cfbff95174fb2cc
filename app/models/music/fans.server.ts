// How many people here list an artist, as anybody may read it.
import { db } from "db/client.server";
import { artist, candidate, memberArtist, statistics } from "db/schema";
import { and, type Column, eq, inArray, ne, type SQL, sql } from "drizzle-orm";
import { cleanText } from "~/clean-text";
import { artistKey } from "~/matching/artist-key";
import { assumedListeners, findNearNames, knownArtist } from "~/matching/known-artists.server";
import { isPlaceholderArtist } from "~/matching/placeholder-artist";
import { canBeMetBy } from "~/models/access.server";
import { MOST_PEOPLE, type PeopleCount, toPeopleCount } from "~/models/count";
import { consumeRateLimit } from "~/models/rate-limit.server";
import { MAX_ARTIST_NAME } from "./preferences";

/** How many names are offered for a misspelled one. */
export const MAX_NEAR = 3;

/**
 * The artist's name as typed, how many people list them, and known artists with almost this name, for a visitor. Undefined
 * without a name, and for a placeholder. Refuses more than 30 questions a minute from one address (too-many).
 */
export async function askForFans(address: string, text: string) {
  const name = cleanText(text.slice(0, MAX_ARTIST_NAME));
  const key = name && !isPlaceholderArtist(name) && artistKey(name);
  if (!key) return undefined;
  await consumeRateLimit("fans", address);
  const atLeast = (await countFans(undefined, [key])).get(key) ?? null;
  return { name, atLeast, near: findNearNames(key, MAX_NEAR) };
}

/**
 * How many other people list the artists of these keys, without artists that nobody lists. It counts people in Discover, apart
 * from those who have blocked the reader or were connected with them: a reader who misses somebody learns nothing more from the
 * count. The reader's own blocks don't matter, or blocking people one by one would reveal whom it counts. For a visitor
 * (undefined) it counts everybody in Discover.
 */
export async function countFans(
  readerId: number | undefined,
  keys: Iterable<string>,
): Promise<Map<string, PeopleCount>> {
  const asked = [...new Set(keys)];
  if (!asked.length) return new Map();
  const rows = await db
    .select({ key: artist.key, people: countListeners(readerId, artist.id, MOST_PEOPLE) })
    .from(artist)
    .where(inArray(artist.key, asked));
  return new Map(rows.map(({ key, people }) => [key, toPeopleCount(people)]));
}

/** Counts the people who list an artist for `countFans()`, up to `limit`. */
export function countListeners(readerId: number | undefined, ofArtist: Column, limit: number): SQL<number> {
  const { memberId, artistId } = memberArtist;
  const isMet =
    readerId === undefined ? undefined : and(ne(memberId, readerId), canBeMetBy(readerId, memberId));
  return sql<number>`(select count(*) from
    (select 1 from ${memberArtist} cross join ${candidate} on ${eq(candidate.memberId, memberId)}
      where ${and(eq(artistId, ofArtist), isMet)} limit ${limit}))`;
}

/**
 * The first of a member's artists whose people have reached a higher step than at the previous count of the statistics, unless
 * the current count is from before `since`. None while the next count runs.
 */
export async function findRisenArtist(
  memberId: number,
  since: Date,
): Promise<{ name: string; atLeast: NonNullable<PeopleCount> } | undefined> {
  const counts = await db.select().from(statistics);
  const now = counts.find(({ isCurrent }) => isCurrent);
  const before = counts.find(({ isCurrent }) => !isCurrent);
  if (!now || !before || before.begunAt || before.countedAt < since) return undefined;
  const artists = await db
    .select({
      ...{ key: artist.key, name: memberArtist.name },
      earlier: before.buffer === 1 ? artist.listeners1 : artist.listeners0,
      people: countListeners(memberId, artist.id, MOST_PEOPLE),
    })
    .from(memberArtist)
    .innerJoin(artist, eq(artist.id, memberArtist.artistId))
    .where(eq(memberArtist.memberId, memberId))
    .orderBy(memberArtist.position);
  for (const { key, name, people, earlier } of artists) {
    const atLeast = toPeopleCount(people);
    if (atLeast && atLeast > (toPeopleCount(earlier - assumedListeners(key)) ?? 0))
      return { name: knownArtist(key)?.name ?? name, atLeast };
  }
}
