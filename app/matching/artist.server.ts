// Artists as rows, which members' lists refer to.
import { db } from "db/client.server";
import { artist, memberArtist } from "db/schema";
import { type Database, type Tx, transaction } from "db/transaction.server";
import { and, eq, inArray, lte, ne, notExists, or, type SQL, sql } from "drizzle-orm";
import { artistKey } from "./artist-key";
import { updateCandidate } from "./candidate.server";
import { assumedListeners } from "./known-artists.server";
import { isPlaceholderArtist, listPlaceholderKeys } from "./placeholder-artist";

/**
 * The statement that inserts artists with those of these keys that nobody has listed before. The next count adds their real
 * listeners.
 */
export function insertArtists(keys: Iterable<string>): SQL {
  const rows = [...new Set(keys)].map((key) => [key, assumedListeners(key)]);
  return sql`insert into artist (key, listeners_0, listeners_1)
    select value ->> 0, value ->> 1, value ->> 1 from json_each(${JSON.stringify(rows)}) where true
    on conflict do nothing`;
}

/** Blanks the keys of those of these artists whom at most one member had listed and nobody but `except` lists now. */
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

/**
 * Corrects the lists of members who saved them with an earlier version: placeholders and names that show nothing leave them,
 * and artists whose names had other keys move to those they have now.
 */
export async function correctLists(): Promise<void> {
  const rows = await db
    .select({
      ...{ memberId: memberArtist.memberId, artistId: memberArtist.artistId, name: memberArtist.name },
      key: artist.key,
    })
    .from(memberArtist)
    .innerJoin(artist, eq(artist.id, memberArtist.artistId))
    .where(or(inArray(artist.key, listPlaceholderKeys()), hasEarlierKey));
  for (const row of rows) {
    const key = isPlaceholderArtist(row.name) ? "" : artistKey(row.name);
    if (key !== row.key) await transaction((tx) => correctArtist(tx, row, key));
  }
}

/**
 * Characters that show nothing, which were part of keys in earlier versions. Those also read "&" and "+" as "and" where no
 * letter stands.
 */
const INVISIBLE =
  "\u034f\u115f\u1160\u17b4\u17b5\u180b-\u180f\u2800\u3164\ufe00-\ufe0f\uffa0\u{e0100}-\u{e01ef}";

const hasEarlierKey = sql`(${artist.key} glob ${`*[${INVISIBLE}]*`} or replace(${artist.key}, 'and', '') = '')`;

/** Moves an artist on a member's list to another key, or off the list without a key or where that key stands already. */
async function correctArtist(
  tx: Tx,
  { memberId, artistId, name }: { memberId: number; artistId: number; name: string },
  key: string,
): Promise<void> {
  const isListed = and(
    eq(memberArtist.memberId, memberId),
    eq(memberArtist.artistId, artistId),
    eq(memberArtist.name, name),
  );
  if (key) {
    await tx.run(insertArtists([key]));
    const moved = sql`(select id from artist where key = ${key})`;
    await tx.run(sql`update or ignore member_artist set artist_id = ${moved} where ${isListed}`);
  }
  // Still there if the list has the other spelling too.
  await tx.delete(memberArtist).where(isListed);
  await closeGaps(tx, memberId);
  await updateCandidate(tx, memberId);
}

/** Numbers the artists of a member's list from 0 again: scores go by positions without gaps. */
async function closeGaps(tx: Tx, memberId: number): Promise<void> {
  await tx.run(sql`update member_artist set position = moved_to from (
      select artist_id as listed, row_number() over (order by position) - 1 as moved_to
      from member_artist where member_id = ${memberId})
    where member_id = ${memberId} and artist_id = listed and position <> moved_to`);
}
