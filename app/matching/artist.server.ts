// Artists as rows, which members' lists refer to.
import { db } from "db/client.server";
import { artist, memberArtist } from "db/schema";
import { type Database, type Tx, transaction } from "db/transaction.server";
import { and, eq, inArray, lte, ne, notExists, type SQL, sql } from "drizzle-orm";
import { updateCandidate } from "./candidate.server";
import { assumedListeners } from "./known-artists.server";
import { isPlaceholderArtist, listPlaceholderKeys } from "./placeholder-artist";

/**
 * The statement that inserts the artists with these keys that nobody has listed before. Their real listeners count from the
 * next count on.
 */
export function insertArtists(keys: Iterable<string>): SQL {
  const rows = [...new Set(keys)].map((key) => [key, assumedListeners(key)]);
  return sql`insert into artist (key, listeners_0, listeners_1)
    select value ->> 0, value ->> 1, value ->> 1 from json_each(${JSON.stringify(rows)}) where true
    on conflict do nothing`;
}

/** Blanks the keys of those of these artists that at most one member listed and that nobody lists now besides `except`. */
export function blankUnlistedArtists(on: Database, these: SQL, except = -1) {
  return on
    .update(artist)
    .set({ key: sql`'erased ' || ${artist.id}` })
    .where(
      and(
        these,
        lte(artist.listeners0, 1),
        lte(artist.listeners1, 1),
        notExists(
          on
            .select({ id: memberArtist.memberId })
            .from(memberArtist)
            .where(and(eq(memberArtist.artistId, artist.id), ne(memberArtist.memberId, except))),
        ),
      ),
    );
}

/** Takes placeholders off the lists of members who saved them before they were refused. */
export async function unlistPlaceholders(): Promise<void> {
  const rows = await db
    .select({ memberId: memberArtist.memberId, artistId: memberArtist.artistId, name: memberArtist.name })
    .from(memberArtist)
    .innerJoin(artist, eq(artist.id, memberArtist.artistId))
    .where(inArray(artist.key, listPlaceholderKeys()));
  for (const { memberId, artistId, name } of rows.filter(({ name }) => isPlaceholderArtist(name)))
    await transaction(async (tx) => {
      const isListed = and(eq(memberArtist.memberId, memberId), eq(memberArtist.artistId, artistId));
      await tx.delete(memberArtist).where(and(isListed, eq(memberArtist.name, name)));
      await closeGaps(tx, memberId);
      await updateCandidate(tx, memberId);
    });
}

/** Numbers the artists of a member's list from 0 again: scores go by positions without gaps. */
async function closeGaps(tx: Tx, memberId: number): Promise<void> {
  await tx.run(sql`update member_artist set position = place from (
      select artist_id as listed, row_number() over (order by position) - 1 as place
      from member_artist where member_id = ${memberId})
    where member_id = ${memberId} and artist_id = listed and position <> place`);
}
