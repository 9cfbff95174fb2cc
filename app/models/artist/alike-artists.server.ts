// Artists whom the same members list, as of the last count of the statistics.
import { db } from "db/client.server";
import { alikeArtist, artist } from "db/schema";
import { and, desc, eq, notInArray, type SQL, sql } from "drizzle-orm";
import { alias } from "drizzle-orm/sqlite-core";
import { findSpellings } from "~/matching/spelling.server";
import { CURRENT_BUFFER } from "~/matching/weights";

/**
 * The names of up to `limit` artists alike to those of the keys, without these, nearest first. Empty if too few members list
 * another artist with them: at least five members list both of a pair.
 */
export async function listAlike(keys: string[], limit: number): Promise<string[]> {
  const rows = await readAlike(keys, limit, sql`sum(${alikeArtist.weight})`);
  return [...(await findSpellings(rows.map(({ key }) => key))).values()];
}

/**
 * The keys of up to `limit` artists alike to those of the keys, without these, nearest first, each with the given key that it
 * is nearest to.
 */
export async function listAlikeKeys(keys: string[], limit: number): Promise<{ key: string; to: string }[]> {
  return readAlike(keys, limit, sql`max(${alikeArtist.weight})`);
}

/** The artists alike to those of the keys by `nearness`; `to` is the key of the nearest one where that is a maximum. */
async function readAlike(
  keys: string[],
  limit: number,
  nearness: SQL,
): Promise<{ key: string; to: string }[]> {
  if (!keys.length) return [];
  const listed = alias(artist, "listed");
  const rows = await db
    .select({ key: artist.key, to: listed.key, nearness })
    .from(listed)
    .crossJoin(alikeArtist)
    .innerJoin(artist, eq(artist.id, alikeArtist.otherId))
    .where(
      and(
        sql`${listed.key} in (select value from json_each(${JSON.stringify(keys)}))`,
        eq(alikeArtist.buffer, sql.raw(CURRENT_BUFFER)),
        eq(alikeArtist.artistId, listed.id),
        notInArray(artist.key, keys),
      ),
    )
    .groupBy(artist.id)
    .orderBy(desc(nearness), artist.id)
    .limit(limit);
  return rows.map(({ key, to }) => ({ key, to }));
}
