// What members say of their music: kept and read.
import { db } from "db/client.server";
import { memberArtist, preferences } from "db/schema";
import { asc, eq, inArray, sql } from "drizzle-orm";
import { relist, unlistArtists } from "~/matching/listing.server";
import { artistKey, namesInPlace } from "./artist";
import type { Preferences } from "./preferences";

/** What others see of a member's preferences. */
export type Taste = Pick<Preferences, "topArtists" | "favoriteGenres">;

/** A member's own preferences, artists in their order and spelling; null before any were saved. */
export async function getPreferences(memberId: number): Promise<Preferences | null> {
  const [[row], artists] = await db.batch([
    db.select().from(preferences).where(eq(preferences.memberId, memberId)),
    db
      .select({ name: memberArtist.name })
      .from(memberArtist)
      .where(eq(memberArtist.memberId, memberId))
      .orderBy(asc(memberArtist.position)),
  ]);
  if (!row) return null;
  const { favoriteGenres, totalScrobbles, concertsAttended } = row;
  return { topArtists: artists.map(({ name }) => name), favoriteGenres, totalScrobbles, concertsAttended };
}

/** The tastes of these members by id; who has saved no preferences is missing. */
export async function listTastes(memberIds: number[]): Promise<Map<number, Taste>> {
  if (!memberIds.length) return new Map();
  // Packed by the database: a row for every name would take the driver longer than all the rest of a page.
  const rows = await db
    .select({
      memberId: preferences.memberId,
      favoriteGenres: preferences.favoriteGenres,
      topArtists: sql<string>`(select json_group_array(json_array(position, name)) from member_artist
        where member_artist.member_id = preferences.member_id)`,
    })
    .from(preferences)
    .where(inArray(preferences.memberId, memberIds));
  return new Map(
    rows.map(({ memberId, favoriteGenres, topArtists }) => [
      memberId,
      { topArtists: namesInPlace(JSON.parse(topArtists)), favoriteGenres },
    ]),
  );
}

/** Replaces a member's preferences and what they are found by, in one batch. */
export async function savePreferences(memberId: number, input: Preferences): Promise<Preferences> {
  const listed = JSON.stringify(input.topArtists.map((name) => ({ key: artistKey(name), name })));
  const { favoriteGenres, totalScrobbles, concertsAttended } = input;
  const row = { favoriteGenres, totalScrobbles, concertsAttended, updatedAt: new Date() };
  await db.batch([
    unlistArtists(memberId),
    db.run(sql`insert into artist (key) select value ->> 'key' from json_each(${listed}) where true
      on conflict do nothing`),
    db.delete(memberArtist).where(eq(memberArtist.memberId, memberId)),
    db.run(sql`insert into member_artist (member_id, artist_id, position, name)
      select ${memberId}, artist.id, listed.key, listed.value ->> 'name'
      from json_each(${listed}) listed join artist on artist.key = listed.value ->> 'key'`),
    db
      .insert(preferences)
      .values({ memberId, ...row })
      .onConflictDoUpdate({ target: preferences.memberId, set: row }),
    ...relist(memberId),
  ]);
  return input;
}
