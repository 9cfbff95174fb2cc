// How many members love an artist, for everybody.
import { db } from "db/client.server";
import { artist, candidate, memberArtist } from "db/schema";
import { count, eq } from "drizzle-orm";
import { LRUCache } from "lru-cache";
import { cleanText } from "~/clean-text";
import { DAY_MS } from "~/durations";
import { artistKey } from "~/matching/artist-key";
import { isPlaceholderArtist } from "~/matching/placeholder-artist";
import type { FanStep } from "~/models/artist/artist";
import { consumeRateLimit } from "~/models/rate-limit.server";
import { MAX_ARTIST_NAME } from "./preferences";

/** What anybody may learn, so that one member more or less hardly ever shows. */
const STEPS = [50, 20, 10, 5] as const;

type Answer = { atLeast: FanStep; until: number };

/**
 * An answer stays for a day, so that nobody sees the moment in which somebody joins or leaves. More than one address can ask
 * about in a day.
 */
const answers = new LRUCache<string, Answer>({ max: 50_000 });

/**
 * The artist's name as typed, and the step that their fans reach, as `getFanStep()` has it. Undefined without a name, and for a
 * placeholder. Refuses more than 30 questions a minute from one address (too-many).
 */
export async function countFans(address: string, text: string, now = Date.now()) {
  const name = cleanText(text.slice(0, MAX_ARTIST_NAME));
  const key = name && !isPlaceholderArtist(name) && artistKey(name);
  if (!key) return undefined;
  await consumeRateLimit("fans", address);
  return { name, atLeast: await getFanStep(key, now) };
}

/**
 * The largest step that the members who list the artist of a key and can be discovered reach, as it was when first asked
 * about in a day; null stands for fewer than five, even for none.
 */
export async function getFanStep(key: string, now = Date.now()): Promise<FanStep> {
  const known = answers.get(key);
  if (known && known.until > now) return known.atLeast;
  const atLeast = await countStep(key);
  answers.set(key, { atLeast, until: now + DAY_MS });
  return atLeast;
}

/** The largest step that so many fans reach. */
export function stepOf(fans: number): FanStep {
  return STEPS.find((step) => fans >= step) ?? null;
}

async function countStep(key: string): Promise<FanStep> {
  const fans = db
    .select({ id: memberArtist.memberId })
    .from(artist)
    .innerJoin(memberArtist, eq(memberArtist.artistId, artist.id))
    .innerJoin(candidate, eq(candidate.memberId, memberArtist.memberId))
    .where(eq(artist.key, key))
    .limit(STEPS[0])
    .as("fans");
  const [found] = await db.select({ fans: count() }).from(fans);
  return stepOf(found?.fans ?? 0);
}
