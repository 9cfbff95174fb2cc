// What two members share, read for the reasons of their score.
import { db } from "db/client.server";
import { sql } from "drizzle-orm";
import { artistWeight, genreBits } from "./listing.server";
import { type Reasons, reasonsOf } from "./reasons";
import { DOUBT, type Taste } from "./score";

/** The reasons of the viewer's score with another member; undefined while either has no preferences. */
export async function getReasons(viewerId: number, otherId: number): Promise<Reasons | undefined> {
  const [tastes, shared] = await db.batch([
    db.all<Taste>(sql`
      select ${genreBits(sql`favorite_genres`)} as genres,
        ${DOUBT} + coalesce((select sum(${artistWeight}) from member_artist join artist on artist.id = artist_id
          where member_artist.member_id = preferences.member_id), 0) as norm
      from preferences where member_id in (${viewerId}, ${otherId})`),
    db.all<{ name: string; weight: number }>(sql`
      select mine.name, ${artistWeight} as weight
      from member_artist mine cross join member_artist theirs on theirs.artist_id = mine.artist_id
        join artist on artist.id = mine.artist_id
      where mine.member_id = ${viewerId} and theirs.member_id = ${otherId} order by mine.position`),
  ]);
  const [one, other] = tastes;
  return one && other && reasonsOf(one, other, shared);
}
