// What others see of a member's connections: artists that a service may only show, and links to profiles.
import { db } from "db/client.server";
import { member, musicConnection } from "db/schema";
import { and, eq } from "drizzle-orm";
import { env } from "~/env.server";
import { artistKey } from "~/matching/artist-key";
import { isPlaceholderArtist } from "~/matching/placeholder-artist";
import { canSeeOrIs } from "~/models/access.server";
import { profileUrlOf, type ShownProfile } from "./service-profile";

/**
 * The artists a member plays most on Spotify, as Spotify lists them, if the viewer can see the member or is that member;
 * empty without a verified account.
 */
export async function listSpotifyArtists(viewerId: number, id: number): Promise<string[]> {
  const [row] = await db
    .select({ topArtists: musicConnection.topArtists })
    .from(musicConnection)
    .innerJoin(member, eq(member.id, musicConnection.memberId))
    .where(
      and(
        canSeeOrIs(viewerId, id),
        eq(musicConnection.service, "spotify"),
        eq(musicConnection.isVerified, true),
        eq(musicConnection.isActive, true),
      ),
    );
  return row?.topArtists?.filter((name) => artistKey(name) && !isPlaceholderArtist(name)) ?? [];
}

/** The profiles that a member links to, unverified, if the viewer can see the member or is that member. */
export async function listShownProfiles(viewerId: number, id: number): Promise<ShownProfile[]> {
  if (!env.linksProfiles) return [];
  const rows = await db
    .select({ connection: musicConnection })
    .from(musicConnection)
    .innerJoin(member, eq(member.id, musicConnection.memberId))
    .where(
      and(
        canSeeOrIs(viewerId, id),
        eq(musicConnection.isVerified, false),
        eq(musicConnection.isActive, true),
      ),
    )
    .orderBy(musicConnection.createdAt, musicConnection.id);
  return rows.flatMap(({ connection }) => {
    const url = profileUrlOf(connection);
    return url ? [{ service: connection.service, url, name: connection.serviceUsername }] : [];
  });
}
