// What a connection has to take over into the preferences, and the taking over of what was ticked.
import { db } from "db/client.server";
import { musicConnection } from "db/schema";
import { and, eq } from "drizzle-orm";
import { type ImportOffer, mergeArtists, offerOf, type ShownConnection } from "./connection";
import { shownConnection } from "./connection.server";
import { findVerified } from "./listening.server";
import { type Preferences, preferencesInput } from "./preferences";
import { getPreferences, savePreferences } from "./preferences.server";
import { absent, Refusal } from "./refusal";

/** The plays that a member's Last.fm connection has counted; null without one. */
export async function getPlayCount(memberId: number): Promise<number | null> {
  const [row] = await db
    .select({ playCount: musicConnection.playCount })
    .from(musicConnection)
    .where(and(eq(musicConnection.memberId, memberId), eq(musicConnection.service, "lastfm")));
  return row?.playCount ?? null;
}

/** What one of a member's own connections has to take over; undefined where it is not verified or has nothing. */
export async function getImportOffer(
  memberId: number,
  id: string,
): Promise<{ connection: ShownConnection; offer: ImportOffer; preferences: Preferences | null } | undefined> {
  const row = await findVerified(memberId, id);
  if (!row || row.topArtists === null) return undefined;
  const preferences = await getPreferences(memberId);
  const listed = preferences?.topArtists ?? [];
  return { connection: shownConnection(row), offer: offerOf(row, listed), preferences };
}

/**
 * Takes what was ticked over into the preferences: artists below those that are listed, plays in place of those.
 * Refuses what is not there or not verified (absent), nothing at all, and what preferences may not be (invalid).
 */
export async function saveImport(
  memberId: number,
  id: string,
  ticked: { playCount: number | null; artists: string[]; favoriteGenres: Preferences["favoriteGenres"] },
): Promise<Preferences> {
  if (!(await getImportOffer(memberId, id))) throw absent();
  if (ticked.playCount === null && ticked.artists.length === 0) {
    throw new Refusal("invalid", "Tick what is to be taken over.");
  }
  const before = await getPreferences(memberId);
  const parsed = preferencesInput.safeParse({
    topArtists: mergeArtists(before?.topArtists ?? [], ticked.artists),
    favoriteGenres: before?.favoriteGenres ?? ticked.favoriteGenres,
    totalScrobbles: ticked.playCount ?? before?.totalScrobbles ?? 0,
    concertsAttended: before?.concertsAttended ?? 0,
  });
  if (parsed.success) return savePreferences(memberId, parsed.data);
  const fields = Object.fromEntries(
    parsed.error.issues.map(({ path, message }) => [String(path[0]), message]),
  );
  throw new Refusal("invalid", Object.values(fields)[0] ?? "", fields);
}
