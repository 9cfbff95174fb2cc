// Music preferences: saved and read.
import { db } from "db/client.server";
import { once } from "db/prepared.server";
import { artist, memberArtist, preferences } from "db/schema";
import { eq, inArray, sql } from "drizzle-orm";
import { insertArtists } from "~/matching/artist.server";
import { artistKey, sortByPosition } from "~/matching/artist-key";
import { removePostings, updateCandidate } from "~/matching/candidate.server";
import { rejectStale, versionOf } from "~/models/shared/version.server";
import type { Preferences } from "./preferences-schema";

const NO_PREFERENCES: Preferences = {
  topArtists: [],
  favoriteGenres: [],
  totalScrobbles: 0,
  concertsAttended: 0,
};

/** The part of the preferences that other members see. */
export type Taste = Pick<Preferences, "topArtists" | "favoriteGenres">;

/** A member's own preferences, with artists in their order and spelling; null if none are saved. */
export async function getPreferences(memberId: number): Promise<Preferences | null> {
  const [row] = await findPreferences().all({ memberId });
  return row ? { ...row, topArtists: readArtists(row.topArtists) } : null;
}

/** A member's artists as one JSON text: the driver takes longer over a row per name than the rest of a page takes. */
const artistsJson = sql<string>`(select json_group_array(json_array(position, name)) from member_artist
  where member_artist.member_id = preferences.member_id)`;

function readArtists(json: string): string[] {
  return sortByPosition(JSON.parse(json));
}

const findPreferences = once(() =>
  db
    .select({
      topArtists: artistsJson,
      favoriteGenres: preferences.favoriteGenres,
      totalScrobbles: preferences.totalScrobbles,
      concertsAttended: preferences.concertsAttended,
    })
    .from(preferences)
    .where(eq(preferences.memberId, sql.placeholder("memberId")))
    .prepare(),
);

/** The tastes of these members by id. Members without saved preferences are absent from the map. */
export async function listTastes(memberIds: number[]): Promise<Map<number, Taste>> {
  if (!memberIds.length) return new Map();
  const rows = await db
    .select({
      memberId: preferences.memberId,
      favoriteGenres: preferences.favoriteGenres,
      topArtists: artistsJson,
    })
    .from(preferences)
    .where(inArray(preferences.memberId, memberIds));
  return new Map(
    rows.map(({ memberId, favoriteGenres, topArtists }) => [
      memberId,
      { topArtists: readArtists(topArtists), favoriteGenres },
    ]),
  );
}

/** The version of a member's preferences, saved or not. */
export function preferencesVersion(saved: Preferences | null): string {
  return versionOf(saved ?? NO_PREFERENCES);
}

/**
 * Replaces a member's preferences, and the rows that searches find them by, in one batch. Refuses a form that was opened
 * at another `version` (conflict).
 */
export async function savePreferences(
  memberId: number,
  input: Preferences,
  version?: string,
): Promise<Preferences> {
  if (version !== undefined) rejectStale(version, (await getPreferences(memberId)) ?? NO_PREFERENCES, input);
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
