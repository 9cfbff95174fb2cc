// Music preferences: saved and read, also as a file that their member can take along.

import { db } from "db/client.server";
import { insertFrom } from "db/insert-from.server";
import { type Given, once } from "db/prepared.server";
import { artist, memberArtist, musicAccount, preferences } from "db/schema";
import { type Database, transaction } from "db/transaction.server";
import { and, asc, type Column, eq, inArray, type SQL, sql } from "drizzle-orm";
import { cleanText } from "~/clean-text";
import { insertArtists } from "~/matching/artist.server";
import { artistKey, sortByPosition } from "~/matching/artist-key";
import { noteChange, updateCandidate } from "~/matching/candidate.server";
import { consumeRateLimit } from "~/models/rate-limit.server";
import { rejectStale, versionOf } from "~/models/version.server";
import { Refusal } from "~/refusal";
import { validateArtist } from "./preferences";
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
export async function getPreferences(memberId: number, on?: Database): Promise<Preferences | null> {
  return toPreferences(await (on ? selectPreferences(memberId, on) : findPreferences().all({ memberId })));
}

function toPreferences([row]: Awaited<ReturnType<typeof selectPreferences>>): Preferences | null {
  return row ? { ...row, topArtists: readArtists(row.topArtists) } : null;
}

/** The artist that the avatar of a member without a photo is drawn from: the first of the list. */
export function avatarArtist({
  id,
  photoId,
  portraitUrl,
}: Record<"id" | "photoId" | "portraitUrl", Column>): SQL<string | null> {
  return sql<string | null>`iif(coalesce(${photoId}, ${portraitUrl}) is null, (${db
    .select({ name: memberArtist.name })
    .from(memberArtist)
    .where(and(eq(memberArtist.memberId, id), eq(memberArtist.position, 0)))}), null)`;
}

/** A member's artists as one JSON text: the driver takes longer for a row per name than for the rest of a page. */
const artistsJson = sql<string>`(select json_group_array(json_array(position, name)) from member_artist
  where member_artist.member_id = preferences.member_id)`;

function readArtists(json: string): string[] {
  return sortByPosition(JSON.parse(json));
}

const findPreferences = once(() => selectPreferences(sql.placeholder("memberId"), db).prepare());

function selectPreferences(memberId: Given<number>, on: Database) {
  return on
    .select({
      topArtists: artistsJson,
      favoriteGenres: preferences.favoriteGenres,
      totalScrobbles: preferences.totalScrobbles,
      concertsAttended: preferences.concertsAttended,
    })
    .from(preferences)
    .where(eq(preferences.memberId, memberId));
}

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
 * Replaces a member's preferences. Refuses a form that was opened at another `version` (conflict), and more than 60 changes an
 * hour (too-many).
 */
export async function savePreferences(
  memberId: number,
  input: Preferences,
  version?: string,
): Promise<Preferences> {
  return changePreferences(memberId, (saved) => {
    rejectStale(version, saved, input);
    return input;
  });
}

/**
 * Adds an artist to the end of a member's list; one that is on it stays as it is. Refuses a name that can't be added (invalid),
 * and more than 60 changes an hour (too-many).
 */
export async function addArtist(memberId: number, name: string): Promise<void> {
  await changePreferences(memberId, (saved) => {
    const key = artistKey(name);
    if (saved.topArtists.some((listed) => artistKey(listed) === key)) return saved;
    const message = validateArtist(saved.topArtists, name);
    if (message) throw new Refusal("invalid", `${message}.`);
    return { ...saved, topArtists: [...saved.topArtists, cleanText(name)] };
  });
}

/**
 * Replaces a member's preferences by the result of `change` on the saved ones, and updates the rows that searches use. Refuses
 * more than 60 changes an hour (too-many).
 */
export async function changePreferences(
  memberId: number,
  change: (saved: Preferences) => Preferences,
): Promise<Preferences> {
  await consumeRateLimit("preferences", memberId);
  return transaction(async (tx) => {
    const saved = toPreferences(await selectPreferences(memberId, tx));
    const changed = change(saved ?? NO_PREFERENCES);
    const { topArtists, ...columns } = changed;
    const row = { ...columns, updatedAt: new Date() };
    await tx.run(insertArtists(topArtists.map(artistKey)));
    await noteChange(tx, memberId);
    await tx.delete(memberArtist).where(eq(memberArtist.memberId, memberId));
    const artists = JSON.stringify(topArtists.map((name) => ({ key: artistKey(name), name })));
    const [position, name] = [sql`listed.key`, sql`listed.value ->> 'name'`];
    await insertFrom(tx, memberArtist, { memberId, artistId: artist.id, position, name }, (select) =>
      select
        .from(sql`json_each(${artists}) listed`)
        .innerJoin(artist, eq(artist.key, sql`listed.value ->> 'key'`)),
    );
    await tx
      .insert(preferences)
      .values({ memberId, ...row })
      .onConflictDoUpdate({ target: preferences.memberId, set: row });
    await updateCandidate(tx, memberId);
    return changed;
  });
}

/** What a member says of their music, and what their connected services have counted. */
export async function readMusicFile(memberId: number) {
  const { service, serviceUsername, playCount, period, topArtists, history, readAt } = musicAccount;
  const [preferences, services] = await Promise.all([
    getPreferences(memberId),
    db
      .select({ service, username: serviceUsername, playCount, period, topArtists, history, readAt })
      .from(musicAccount)
      .where(eq(musicAccount.memberId, memberId))
      .orderBy(asc(musicAccount.createdAt)),
  ]);
  const { topArtists: artists = [], ...said } = preferences ?? {};
  return { artists, ...said, services };
}
