// How often artists are listed. Counted from time to time and frozen in between, so that scores stand still.
import { db } from "db/client.server";
import { census, preferences } from "db/schema";
import { sql } from "drizzle-orm";
import { relistEverybody } from "./listing.server";

/**
 * Counts members with preferences and the listeners of every artist, and gives everybody their new norm, all at once.
 * Takes about 0.1 s for every thousand members, and holds the database's one place for writers all the while.
 */
export async function recount(): Promise<void> {
  await db.batch([
    db.run(sql`insert into census (id, members, counted_at)
      select 1, count(*), ${Date.now()} from preferences where true
      on conflict (id) do update set members = excluded.members, counted_at = excluded.counted_at`),
    db.run(sql`update artist set listeners = 0`),
    db.run(sql`update artist set listeners = counted.listeners
      from (select artist_id, count(*) as listeners from member_artist group by artist_id) as counted
      where counted.artist_id = artist.id`),
    ...relistEverybody(),
  ]);
}

/** A community of so many members is counted in a moment. */
const SMALL = 2000;

/** Counts anew what was never counted and what is counted in a moment; a large community keeps its census. */
export async function recountAtStart(): Promise<void> {
  const isNew = (await db.$count(census)) === 0;
  if (isNew || (await db.$count(preferences)) <= SMALL) await recount();
}
