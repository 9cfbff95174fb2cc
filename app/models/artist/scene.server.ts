// What a visitor sees of a community that is too small for figures: its artists and its next shows.
import { db } from "db/client.server";
import { candidate, show, showArtist } from "db/schema";
import { and, asc, between, inArray, isNotNull, isNull, or } from "drizzle-orm";
import { earliestDay, toDate } from "~/days";
import { env } from "~/env.server";
import { artistKey } from "~/matching/artist-key";
import { LISTED_DAYS } from "~/models/show/show";
import { isThere } from "~/models/show/show.server";
import { artistNames } from "~/models/show/show-words.server";
import { nameLoved } from "./loved-artists.server";

/** With this many people in Discover, a community needs no introduction. */
const SMALL = 200;
const LOVED = 12;
const SHOWS = 6;

/** `loved` are artists whom at least a few members list; `date` is the local date. */
export type Scene = {
  home: string[];
  loved: string[];
  shows: { id: string; artists: string[]; date: string; venue: string; town: string }[];
};

/**
 * The home artists and, in a small community, what is loved there and what is on. It contains no member's own words: the shows
 * are those of the operator's calendars and of home artists.
 */
export async function readScene(now = Date.now()): Promise<Scene> {
  const home = env.community.homeArtists;
  const people = await db.select({ id: candidate.memberId }).from(candidate).limit(SMALL);
  if (people.length >= SMALL) return { home, loved: [], shows: [] };
  const keys = home.map(artistKey);
  const loved = (await nameLoved(LOVED + keys.length)).filter((name) => !keys.includes(artistKey(name)));
  return { home, loved: loved.slice(0, LOVED), shows: await listNextShows(keys, now) };
}

async function listNextShows(keys: string[], now: number): Promise<Scene["shows"]> {
  const today = earliestDay(now);
  const ofHome = db
    .select({ id: showArtist.showId })
    .from(showArtist)
    .where(inArray(showArtist.artistKey, keys));
  const rows = await db
    .select({
      ...{ id: show.id, day: show.day, venue: show.venue, town: show.placeName },
      artists: artistNames(),
    })
    .from(show)
    .where(
      and(
        between(show.day, today, today + LISTED_DAYS),
        isThere(),
        isNull(show.cancelledAt),
        or(isNotNull(show.calendarId), keys.length ? inArray(show.id, ofHome) : undefined),
      ),
    )
    .orderBy(asc(show.day), asc(show.id))
    .limit(SHOWS);
  return rows.map(({ day, ...row }) => ({ ...row, date: toDate(day) }));
}
