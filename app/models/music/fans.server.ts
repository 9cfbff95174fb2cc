// How many members love an artist, for everybody.
import { db } from "db/client.server";
import { artist, memberArtist, statistics } from "db/schema";
import { eq, sql } from "drizzle-orm";
import { cleanText } from "~/clean-text";
import { artistKey } from "~/matching/artist-key";
import { assumedListeners, knownArtist } from "~/matching/known-artists.server";
import { isPlaceholderArtist } from "~/matching/placeholder-artist";
import { CURRENT_BUFFER } from "~/matching/weights";
import type { FanStep } from "~/models/artist/artist";
import { consumeRateLimit } from "~/models/rate-limit.server";
import { MAX_ARTIST_NAME } from "./preferences";

/** What anybody may learn, so that one member more or less hardly ever shows. */
const STEPS = [50, 20, 10, 5] as const;

/**
 * The artist's name as typed, and the step that their fans reach, as `getFanStep()` has it. Undefined without a name, and for a
 * placeholder. Refuses more than 30 questions a minute from one address (too-many).
 */
export async function countFans(address: string, text: string) {
  const name = cleanText(text.slice(0, MAX_ARTIST_NAME));
  const key = name && !isPlaceholderArtist(name) && artistKey(name);
  if (!key) return undefined;
  await consumeRateLimit("fans", address);
  return { name, atLeast: await getFanStep(key) };
}

/**
 * The largest step that the members who list the artist of a key reach in the current statistics; null stands for fewer than
 * five, even for none. These count members who can't be discovered too: whoever misses somebody could otherwise tell a block
 * from a pause by it.
 */
export async function getFanStep(key: string): Promise<FanStep> {
  const { listeners0, listeners1 } = artist;
  const listeners = sql<number>`iif(${sql.raw(CURRENT_BUFFER)} = 1, ${listeners1}, ${listeners0})`;
  const [found] = await db.select({ listeners }).from(artist).where(eq(artist.key, key));
  return stepOf((found?.listeners ?? 0) - assumedListeners(key));
}

/**
 * Of a member's artists, the first whose fans have reached a higher step in the current statistics than in the ones before, if
 * those are not from before `since`. While the next ones are counted there is none.
 */
export async function findRisenArtist(
  memberId: number,
  since: Date,
): Promise<{ name: string; atLeast: number } | undefined> {
  const counts = await db.select().from(statistics);
  const now = counts.find(({ isCurrent }) => isCurrent);
  const before = counts.find(({ isCurrent }) => !isCurrent);
  if (!now || !before || before.begunAt || before.countedAt < since) return undefined;
  const listeners = [artist.listeners0, artist.listeners1] as const;
  const [current, earlier] = now.buffer === 1 ? [listeners[1], listeners[0]] : listeners;
  const artists = await db
    .select({ key: artist.key, name: memberArtist.name, current, earlier })
    .from(memberArtist)
    .innerJoin(artist, eq(artist.id, memberArtist.artistId))
    .where(eq(memberArtist.memberId, memberId))
    .orderBy(memberArtist.position);
  for (const { key, name, current, earlier } of artists) {
    const atLeast = stepOf(current - assumedListeners(key));
    if (atLeast && atLeast > (stepOf(earlier - assumedListeners(key)) ?? 0))
      return { name: knownArtist(key)?.name ?? name, atLeast };
  }
}

/** The largest step that so many fans reach. */
export function stepOf(fans: number): FanStep {
  return STEPS.find((step) => fans >= step) ?? null;
}
