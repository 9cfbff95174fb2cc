// What others see of a member's music accounts: artists that a service may only show, and links to profiles.
import { db } from "db/client.server";
import { member, musicAccount } from "db/schema";
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
    .select({ topArtists: musicAccount.topArtists })
    .from(musicAccount)
    .innerJoin(member, eq(member.id, musicAccount.memberId))
    .where(
      and(
        canSeeOrIs(viewerId, id),
        eq(musicAccount.service, "spotify"),
        eq(musicAccount.isVerified, true),
        eq(musicAccount.isActive, true),
      ),
    );
  return row?.topArtists?.filter((name) => artistKey(name) && !isPlaceholderArtist(name)) ?? [];
}

/** The profiles that a member links to, unverified, if the viewer can see the member or is that member. */
export async function listShownProfiles(viewerId: number, id: number): Promise<ShownProfile[]> {
  if (!env.linksProfiles) return [];
  const rows = await db
    .select({ account: musicAccount })
    .from(musicAccount)
    .innerJoin(member, eq(member.id, musicAccount.memberId))
    .where(and(canSeeOrIs(viewerId, id), eq(musicAccount.isVerified, false), eq(musicAccount.isActive, true)))
    .orderBy(musicAccount.createdAt, musicAccount.id);
  return rows.flatMap(({ account }) => {
    const url = profileUrlOf(account);
    return url ? [{ service: account.service, url, name: account.serviceUsername }] : [];
  });
}
