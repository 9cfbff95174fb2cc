// Music preferences: saved and read.
import { db } from "db/client.server";
import { artist, memberArtist, preferences } from "db/schema";
import { asc, eq, inArray, sql } from "drizzle-orm";
import { insertArtists } from "~/matching/artist.server";
import { artistKey, sortByPosition } from "~/matching/artist-key";
import { removePostings, updateCandidate } from "~/matching/candidate.server";
import type { Preferences } from "./preferences-schema";

/** The part of the preferences that other members see. */
export type Taste = Pick<Preferences, "topArtists" | "favoriteGenres">;

/** A member's own preferences, with artists in their order and spelling; null if none are saved. */
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

/** The tastes of these members by id. Members without saved preferences are absent from the map. */
export async function listTastes(memberIds: number[]): Promise<Map<number, Taste>> {
  if (!memberIds.length) return new Map();
  // Artists come as one JSON text: the driver takes longer over a row per name than the rest of a page takes.
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
      { topArtists: sortByPosition(JSON.parse(topArtists)), favoriteGenres },
    ]),
  );
}

/** Replaces a member's preferences, and the rows that searches find them by, in one batch. */
export async function savePreferences(memberId: number, input: Preferences): Promise<Preferences> {
  const { topArtists, ...columns } = input;
  const artists = JSON.stringify(topArtists.map((name) => ({ key: artistKey(name), name })));
  const row = { ...columns, updatedAt: new Date() };
  await db.batch([
    removePostings(memberId),
    insertArtists(topArtists.map(artistKey)),
    db.delete(memberArtist).where(eq(memberArtist.memberId, memberId)),
    db.insert(memberArtist).select(
      db
        .select({
          memberId: sql`${memberId}`.as("member_id"),
          artistId: artist.id,
          position: sql`listed.key`.as("position"),
          name: sql`listed.value ->> 'name'`.as("name"),
        })
        .from(sql`json_each(${artists}) listed`)
        .innerJoin(artist, eq(artist.key, sql`listed.value ->> 'key'`)),
    ),
    db
      .insert(preferences)
      .values({ memberId, ...row })
      .onConflictDoUpdate({ target: preferences.memberId, set: row }),
    ...updateCandidate(memberId),
  ]);
  return input;
}
