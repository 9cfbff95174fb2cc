// Reads what two members share, to explain their score.
import { db } from "db/client.server";
import { sql } from "drizzle-orm";
import { genreBits } from "./candidate.server";
import { type Reasons, reasonsOf } from "./reasons";
import type { Taste } from "./score";
import { artistWeight, sqlNorm } from "./weights";

/** Returns the reasons for the viewer's score with another member; undefined while either has no preferences. */
export async function getReasons(viewerId: number, otherId: number): Promise<Reasons | undefined> {
  const [tastes, shared] = await db.batch([
    db.all<Taste>(sql`
      select ${genreBits(sql`favorite_genres`)} as genres, ${sql.raw(sqlNorm("preferences.member_id"))} as norm
      from preferences where member_id in (${viewerId}, ${otherId})`),
    db.all<{ name: string; weight: number }>(sql`
      select mine.name, ${sql.raw(artistWeight())} as weight
      from member_artist mine cross join member_artist theirs on theirs.artist_id = mine.artist_id
        join artist on artist.id = mine.artist_id
      where mine.member_id = ${viewerId} and theirs.member_id = ${otherId} order by mine.position`),
  ]);
  const [one, other] = tastes;
  return one && other && reasonsOf(one, other, shared);
}
