// Artists as rows, which members' lists refer to.
import { artist, memberArtist } from "db/schema";
import type { Database } from "db/transaction.server";
import { and, eq, lte, ne, notExists, type SQL, sql } from "drizzle-orm";
import { assumedListeners } from "./known-artists.server";

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
