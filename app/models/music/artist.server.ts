// Suggestions of artists while a member types a name, and how artists are written.
import { db } from "db/client.server";
import { artist, candidate, memberArtist } from "db/schema";
import { and, asc, desc, eq, gte, lt, ne, sql } from "drizzle-orm";
import { cleanText } from "~/clean-text";
import { artistKey } from "~/matching/artist-key";
import { fameOf, type KnownArtist, knownArtist, listKnownArtists } from "~/matching/known-artists.server";
import { commonest, MAX_LISTENERS, MIN_LISTENERS } from "~/matching/spelling.server";
import { canMeet } from "~/models/access.server";
import { capitalize } from "~/models/artist/artist";
import { consumeRateLimit } from "~/models/rate-limit.server";
import { MAX_ARTIST_NAME } from "./preferences";

const MAX_SUGGESTIONS = 8;
/** At most so many artists of members are looked at. */
const MAX_SCANNED = 1_000;

/**
 * Up to eight names of artists that begin with a text, or have a word that does: exact names first, then those that begin
 * with it, the better known first. They are of our own list, and from the third letter (the second in scripts other than
 * Latin) also among those that at least three other members list whom the member could discover. Refuses more than 240
 * texts a minute (too-many).
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

/** The artists besides our own list's that enough other members list, most listeners first. */
async function suggestListed(memberId: number, prefix: string): Promise<string[]> {
  if (prefix.length < (/^[ -~]*$/.test(prefix) ? 3 : 2)) return [];
  const found = db
    .select({ id: artist.id, key: artist.key })
    .from(artist)
    .where(and(gte(artist.key, prefix), lt(artist.key, `${prefix}\u{10ffff}`)))
    .limit(MAX_SCANNED)
    .as("found");
  const listeners = sql<number>`(select count(*) from
    (select 1 from ${memberArtist} cross join ${candidate} on ${candidate.memberId} = ${memberArtist.memberId}
      where ${memberArtist.artistId} = ${found.id} limit ${MAX_LISTENERS}))`;
  const rows = await db
    .select({ id: found.id, key: found.key })
    .from(found)
    .where(gte(listeners, MIN_LISTENERS))
    .orderBy(desc(listeners), asc(found.key));
  const unknown = rows.filter(({ key }) => fameOf(key) === undefined).slice(0, MAX_SUGGESTIONS);
  return [...(await spellArtists(memberId, unknown)).values()];
}

/** How an artist is written whom a member asks for: as our own list has them, or as the member spells them. */
export function nameAsked({ key, spelling }: { key: string; spelling?: string }): string {
  return knownArtist(key)?.name ?? spelling ?? capitalize(key);
}

/**
 * How these artists are written, by their keys: as our own list has them, or as most of the other members do whom the member
 * can meet, if at least three list them. Others are missing.
 */
export async function spellArtists(
  memberId: number,
  artists: { id: number; key: string }[],
): Promise<Map<string, string>> {
  const [first, ...others] = artists
    .filter(({ key }) => !knownArtist(key))
    .map(({ id }) => selectSpellings(memberId, id));
  const spellings = first ? await db.batch([first, ...others]) : [];
  const written = new Map<string, string>();
  for (const { key } of artists) {
    const known = knownArtist(key);
    const names = known ? [] : (spellings.shift() ?? []);
    if (known) written.set(key, known.name);
    else if (names.length >= MIN_LISTENERS) written.set(key, commonest(names.map(({ name }) => name)));
  }
  return written;
}

/** How other members spell an artist, without those whom the member can't meet. */
function selectSpellings(memberId: number, artistId: number) {
  return db
    .select({ name: memberArtist.name })
    .from(memberArtist)
    .innerJoin(candidate, eq(candidate.memberId, memberArtist.memberId))
    .where(
      and(
        eq(memberArtist.artistId, artistId),
        ne(memberArtist.memberId, memberId),
        canMeet(memberId, memberArtist.memberId),
      ),
    )
    .limit(MAX_LISTENERS);
}
