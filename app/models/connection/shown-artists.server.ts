// The artists that a service may only show, and the notice that it no longer fills the list.
import { db } from "db/client.server";
import { member, musicConnection } from "db/schema";
import { and, eq } from "drizzle-orm";
import { isPlaceholderArtist } from "~/matching/placeholder-artist";
import { canSeeOrIs } from "~/models/access.server";

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
  return row?.topArtists?.filter((name) => /[^\s\p{C}]/u.test(name) && !isPlaceholderArtist(name)) ?? [];
}
