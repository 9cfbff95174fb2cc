// How artists' names are written where members read each other's lists, whatever was typed there.
import { db } from "db/client.server";
import { sql } from "drizzle-orm";
import { LRUCache } from "lru-cache";
import { DAY_MS } from "~/durations";
import { artistKey } from "./artist-key";
import { knownArtist } from "./known-artists.server";

/** An artist with fewer listeners is written as typed and never suggested: either would give them away. */
export const MIN_LISTENERS = 3;
/** How many listeners' spellings are compared, at most. */
const MAX_LISTENERS = 20;

const keys = new LRUCache<string, string>({ max: 50_000 });

/** The commonest spelling by key, as first read in a day; blank if too few list the artist. */
const spellings = new LRUCache<string, string>({ max: 50_000, ttl: DAY_MS });

/** Writes a name as `readSpellings()` has found it. */
export type Spell = (name: string) => string;

/**
 * Finds how artists are written, by their keys: as our own list has them, or as most of the members write them who can be
 * discovered, if there are at least three. Others are missing from the map.
 */
export async function findSpellings(keys: Iterable<string>): Promise<Map<string, string>> {
  const asked = [...new Set(keys)];
  const unknown = asked.filter((key) => !knownArtist(key) && !spellings.has(key));
  if (unknown.length) await countSpellings(unknown);
  return new Map(
    asked.flatMap((key) => {
      const name = knownArtist(key)?.name ?? spellings.get(key);
      return name ? [[key, name]] : [];
    }),
  );
}

/** A `Spell` for these names; names without a known spelling stay as they are. */
export async function readSpellings(names: Iterable<string>): Promise<Spell> {
  const found = await findSpellings(Array.from(names, keyOf));
  return (name) => found.get(keyOf(name)) ?? name;
}

function keyOf(name: string): string {
  const key = keys.get(name) ?? artistKey(name);
  keys.set(name, key);
  return key;
}

async function countSpellings(unknown: string[]): Promise<void> {
  const rows = await db.all<{ key: string; names: string }>(sql`
    select key, (select json_group_array(name) from (
        select name from member_artist cross join candidate on candidate.member_id = member_artist.member_id
        where artist_id = artist.id limit ${MAX_LISTENERS})) as names
    from artist where key in (select value from json_each(${JSON.stringify(unknown)}))`);
  for (const key of unknown) spellings.set(key, "");
  for (const { key, names } of rows) {
    const listed: string[] = JSON.parse(names);
    if (listed.length >= MIN_LISTENERS) spellings.set(key, commonest(listed));
  }
}

/** The name that occurs most often; among equals the first in the alphabet. */
function commonest(names: string[]): string {
  const counts = new Map<string, number>();
  for (const name of names) counts.set(name, (counts.get(name) ?? 0) + 1);
  const [[name] = [""]] = [...counts].sort(([a, one], [b, other]) => other - one || (a < b ? -1 : 1));
  return name;
}
