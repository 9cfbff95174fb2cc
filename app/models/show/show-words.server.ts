// A show in words: the names of its artists, and the line that messages, reports and moderators' cases use.
import { db } from "db/client.server";
import { show, showArtist } from "db/schema";
import type { Database } from "db/transaction.server";
import { and, asc, eq, type SQL, sql } from "drizzle-orm";
import { toDate } from "~/days";
import { quoteShow, type ShowParts } from "./show";

/** "Low · Fri, Dec 4 · Trabendo, Paris"; undefined for a show that was erased. */
export async function formatShow(on: Database, id: string): Promise<string | undefined> {
  const found = await readShowParts(on, id);
  return found && quoteShow(found);
}

/** What the words of a show are made of; undefined for one that was erased. */
export async function readShowParts(on: Database, id: string): Promise<ShowParts | undefined> {
  const [found] = await on
    .select({ artists: artistNames(), day: show.day, venue: show.venue, town: show.placeName })
    .from(show)
    .where(eq(show.id, id));
  if (!found) return undefined;
  const { day, ...parts } = found;
  return { ...parts, date: toDate(day) };
}

/** The names of the artists of a statement's `show`, as on its poster. */
export function artistNames(): SQL<string[]> {
  const names = db
    .select({ name: showArtist.name })
    .from(showArtist)
    .where(eq(showArtist.showId, show.id))
    .orderBy(asc(showArtist.position));
  return sql<string[]>`(select json_group_array(name) from ${names})`.mapWith(JSON.parse);
}

/** The name of the first artist of a statement's `show`; null without a show. */
export function headlinerName(): SQL<string | null> {
  const isFirst = and(eq(showArtist.showId, show.id), eq(showArtist.position, 0));
  return sql<string | null>`${db.select({ name: showArtist.name }).from(showArtist).where(isFirst)}`;
}
