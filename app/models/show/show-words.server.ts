// A show in one line: what a message quotes, a report is about, and a moderator's case is called.
import { show, showArtist } from "db/schema";
import type { Database } from "db/transaction.server";
import { asc, eq } from "drizzle-orm";
import { quoteShow, toDate } from "./show";

/** "Low · Fri, Dec 4 · Trabendo, Paris"; undefined for a show that was erased. */
export async function wordShow(on: Database, id: string): Promise<string | undefined> {
  const rows = await on
    .select({ name: showArtist.name, day: show.day, venue: show.venue, town: show.placeName })
    .from(show)
    .innerJoin(showArtist, eq(showArtist.showId, show.id))
    .where(eq(show.id, id))
    .orderBy(asc(showArtist.position));
  const [first] = rows;
  return first && quoteShow({ ...first, artists: rows.map(({ name }) => name), date: toDate(first.day) });
}
