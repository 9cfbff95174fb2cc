// A member's artists and play counts, as a file to download.
import { db } from "db/client.server";
import { musicAccount } from "db/schema";
import { asc, eq } from "drizzle-orm";
import { getPreferences } from "./preferences.server";

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
