// Previews: which track plays a song, and the sound itself, fetched by this server when a member plays it.
import { db } from "db/client.server";
import { songPreview } from "db/schema";
import { and, eq, gt, inArray, isNull, lt } from "drizzle-orm";
import { LRUCache } from "lru-cache";
import { keyedDigest } from "~/digest.server";
import { DAY_MS, MINUTE_MS } from "~/durations";
import { env } from "~/env.server";
import {
  downloadPreview,
  findPreview,
  type Song,
  type Sound,
  searchTracks,
} from "~/integrations/deezer.server";
import { artistKey } from "~/matching/artist-key";
import { consumeRateLimit } from "~/models/rate-limit.server";
import { isSameSong, previewKeyOf } from "~/models/song";

/** Something playable: with the URL that plays it, unless there is none. */
type Playable = { previewUrl?: string };

/** How long a song without a preview, or a track that was found, is not looked up again. */
const NONE_MS = 7 * DAY_MS;
const FOUND_MS = 90 * DAY_MS;

/** Where previews are for the next minutes, by track: a player asks for one in several parts. Never stored. */
const addresses = new LRUCache<number, string>({ max: 1000, ttl: MINUTE_MS });

/** The URL that plays a song, if this server has previews. Only songs that it has shown have one. */
export function previewOf({ artist, title }: Song): Playable {
  if (!env.previews) return {};
  return {
    previewUrl: `/previews/${songKey({ artist, title })}?${new URLSearchParams({ artist, title })}`,
  };
}

/** Removes the URLs of songs that are known to have no preview. */
export async function hideMissingPreviews<Item extends Playable>(items: Item[]): Promise<Item[]> {
  const keys = items.flatMap(({ previewUrl }) => (previewUrl ? previewKeyOf(previewUrl) : []));
  if (!keys.length) return items;
  const isKnown = gt(songPreview.askedAt, new Date(Date.now() - NONE_MS));
  const rows = await db
    .select({ key: songPreview.key })
    .from(songPreview)
    .where(and(inArray(songPreview.key, keys), isNull(songPreview.trackId), isKnown));
  const silent = new Set(rows.map(({ key }) => key));
  return items.map((item) => {
    if (!item.previewUrl || !silent.has(previewKeyOf(item.previewUrl))) return item;
    const { previewUrl: _, ...rest } = item;
    return rest as Item;
  });
}

/**
 * The sound of a song whose URL this server has made, or the part of it that `range` names; undefined for any other URL,
 * and for a song without a preview. Refuses more than 120 parts a minute (too-many), and a service that fails (unanswered).
 */
export async function getPreview(
  memberId: number,
  key: string,
  song: Song,
  range: string | null,
): Promise<Sound | undefined> {
  if (!env.previews || songKey(song) !== key) return undefined;
  await consumeRateLimit("preview", memberId);
  const trackId = await getTrack(key, song);
  if (trackId === undefined) return undefined;
  const known = addresses.get(trackId);
  const sound = known && (await downloadPreview(known, range));
  if (sound) return sound;
  const address = await findPreview(trackId);
  if (!address) return void (await saveTrack(key, undefined));
  addresses.set(trackId, address);
  return downloadPreview(address, range);
}

/** Deletes tracks that were found long ago. */
export async function deleteOldPreviews() {
  await db.delete(songPreview).where(lt(songPreview.askedAt, new Date(Date.now() - FOUND_MS)));
}

async function getTrack(key: string, song: Song): Promise<number | undefined> {
  const [known] = await db.select().from(songPreview).where(eq(songPreview.key, key));
  const age = Date.now() - (known?.askedAt.getTime() ?? 0);
  if (known && age < (known.trackId === null ? NONE_MS : FOUND_MS)) return known.trackId ?? undefined;
  const found = (await searchTracks(song)).find((track) => track.hasPreview && isSameSong(track, song));
  await saveTrack(key, found?.id);
  return found?.id;
}

async function saveTrack(key: string, trackId: number | undefined) {
  const values = { trackId: trackId ?? null, askedAt: new Date() };
  await db
    .insert(songPreview)
    .values({ key, ...values })
    .onConflictDoUpdate({ target: songPreview.key, set: values });
}

/** A hash, since members' words must not outlive their account here. */
function songKey({ artist, title }: Song): string {
  return keyedDigest(`song ${artistKey(artist)}\n${artistKey(title)}`);
}
