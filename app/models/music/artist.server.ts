// Suggestions of artists while a member types a name.
import { db } from "db/client.server";
import { artist } from "db/schema";
import { and, gte, lt } from "drizzle-orm";
import { cleanText } from "~/clean-text";
import { artistKey } from "~/matching/artist-key";
import {
  fameOf,
  findNearNames,
  type KnownArtist,
  knownArtist,
  listKnownArtists,
} from "~/matching/known-artists.server";
import { findSpellings, MIN_LISTENERS } from "~/matching/spelling.server";
import { capitalize, readArtist } from "~/models/artist/artist";
import { sortAsLoved } from "~/models/artist/loved-artists.server";
import { consumeRateLimit } from "~/models/rate-limit.server";
import { countListeners, MAX_NEAR } from "./fans.server";
import { MAX_ARTIST_NAME } from "./preferences";

const MAX_SUGGESTIONS = 8;
/** At most this many artists of members are looked at. */
const MAX_SCANNED = 1_000;

/**
 * Up to eight names of artists that begin with a text, or have a word that does: exact names first, then those that begin with
 * it, better known ones first. They come from our own list and, from the third letter on (the second in scripts other than
 * Latin), from the lists of at least three other members whom the member could discover. Refuses more than 240 texts a minute
 * (too-many).
 */
export async function suggestArtists(memberId: number, text: string): Promise<string[]> {
  await consumeRateLimit("suggestions", memberId);
  const typed = cleanText(text.slice(0, MAX_ARTIST_NAME));
  const prefix = typed && artistKey(typed);
  if (!prefix) return [];
  const known = listKnownArtists()
    .map((known) => ({ ...known, closeness: closenessOf(known, prefix) }))
    .filter(({ closeness }) => closeness > 0)
    .sort((a, b) => b.closeness - a.closeness || a.fame - b.fame);
  const beginning = known.filter(({ closeness }) => closeness > 1).map(({ name }) => name);
  const listed = beginning.length < MAX_SUGGESTIONS ? await suggestListed(memberId, prefix) : [];
  return [...new Set([...beginning, ...listed, ...known.map(({ name }) => name)])].slice(0, MAX_SUGGESTIONS);
}

/** 3: the same name, 2: it begins with the text, 1: a word of it does, 0: neither. */
function closenessOf({ key, name }: KnownArtist, prefix: string) {
  const at = key.indexOf(prefix);
  if (at === 0) return key === prefix ? 3 : 2;
  if (at < 0) return 0;
  const words = name.split(/[\s/.-]+/);
  return words.some((_, index) => artistKey(words.slice(index).join(" ")).startsWith(prefix)) ? 1 : 0;
}

/** Artists that enough other members list beyond our own list, in the order of the wall, which gives nobody away. */
async function suggestListed(memberId: number, prefix: string): Promise<string[]> {
  if (prefix.length < (/^[ -~]*$/.test(prefix) ? 3 : 2)) return [];
  const found = db
    .select({ id: artist.id, key: artist.key })
    .from(artist)
    .where(and(gte(artist.key, prefix), lt(artist.key, `${prefix}\u{10ffff}`)))
    .limit(MAX_SCANNED)
    .as("found");
  const listeners = countListeners(undefined, found.id, MIN_LISTENERS);
  // Last, so that it runs for few artists: it looks at each pair.
  const met = countListeners(memberId, found.id, MIN_LISTENERS);
  const rows = await db
    .select({ key: found.key })
    .from(found)
    .where(and(gte(listeners, MIN_LISTENERS), gte(met, MIN_LISTENERS)));
  const unknown = rows.map(({ key }) => key).filter((key) => fameOf(key) === undefined);
  const best = (await sortAsLoved(unknown)).slice(0, MAX_SUGGESTIONS);
  return [...(await findSpellings(best)).values()];
}

/**
 * The artist whom a member looks up, as they are written here or were typed; `near` are known artists with almost this name, if
 * neither our own list nor enough members know it. Undefined for what isn't an artist's name. Refuses more than 240 texts a
 * minute (too-many).
 */
export async function lookUpArtist(
  memberId: number,
  text: string,
): Promise<{ name: string; near: string[] } | undefined> {
  await consumeRateLimit("suggestions", memberId);
  const asked = readArtist(text.slice(0, MAX_ARTIST_NAME));
  if (!asked) return undefined;
  const name = (await findSpellings([asked.key])).get(asked.key);
  if (name) return { name, near: [] };
  return { name: nameAsked(asked), near: findNearNames(asked.key, MAX_NEAR) };
}

/** How to write an artist whom a member asks for: as our own list has them, or as the member spells them. */
export function nameAsked({ key, spelling }: { key: string; spelling?: string }): string {
  return knownArtist(key)?.name ?? spelling ?? capitalize(key);
}
