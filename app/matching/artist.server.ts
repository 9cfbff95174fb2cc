// Artists as rows, which members' lists refer to.
import { db } from "db/client.server";
import { sql } from "drizzle-orm";
import type { BatchItem } from "drizzle-orm/batch";
import { assumedListeners } from "./known-artists.server";

/** Inserts the artists with these keys that nobody has listed before. Their real listeners count from the next count on. */
export function insertArtists(keys: Iterable<string>): BatchItem<"sqlite"> {
  const rows = [...new Set(keys)].map((key) => [key, assumedListeners(key)]);
  return db.run(sql`insert into artist (key, listeners_0, listeners_1)
    select value ->> 0, value ->> 1, value ->> 1 from json_each(${JSON.stringify(rows)}) where true
    on conflict do nothing`);
}
