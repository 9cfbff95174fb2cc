// The operator's calendars of shows: read every six hours, and their events with known artists kept as shows.
import { createHash, randomUUID } from "node:crypto";
import { setImmediate } from "node:timers/promises";
import { db } from "db/client.server";
import { going, show, showArtist, showCalendar } from "db/schema";
import { hasRow, type Tx, transaction } from "db/transaction.server";
import type { WorkerFailure } from "db/workers.server";
import { and, asc, eq, gte, lte, not, notInArray } from "drizzle-orm";
import { cleanText, removeDirections } from "~/clean-text";
import { earliestDay } from "~/days";
import { HOUR_MS, MINUTE_MS } from "~/durations";
import { env } from "~/env.server";
import { downloadCalendar } from "~/integrations/calendar.server";
import { log } from "~/log.server";
import { artistKey } from "~/matching/artist-key";
import { dayAt, distanceMiles, hoursEast } from "~/matching/cell";
import { isPlaceholderArtist } from "~/matching/placeholder-artist";
import { findSpellings } from "~/matching/spelling.server";
import { type Place, resolvePlace } from "~/models/member/place/place.server";
import { createFilePool } from "~/models/member-job.server";
import { refusalIn } from "~/refusal";
import { SHOW_ARTISTS_MAX, VENUE_MAX, YEARS_AHEAD } from "../show";
import { findSame, insertShow, type NewShow, notifyGoers, setCancelled, writeArtists } from "../show.server";
import { outsideLink } from "../show-schema";
import { findLineup, isCalledOff, possibleNames } from "./lineup";
import { type CalendarEvent, type CalendarJob, calendarErrors, type ReadCalendar } from "./reading.server";

const EVERY_MS = 6 * HOUR_MS;
/** How long after a failure a calendar is read again. */
const RETRY_MS = HOUR_MS;
/** A claim that is older belongs to a machine that has died. */
const CLAIM_MS = 10 * MINUTE_MS;
/** How many events are written in one transaction. */
const EVENTS_AT_ONCE = 50;
/** How many events are read before others get their turn, and how many parts of a location are looked up. */
const EVENTS_IN_TURN = 5;
const PLACE_PARTS = 8;
/** A town in an event's text that is further from the calendar's own town doesn't count. */
const FAR_MILES = 100;

/** "04277", "OR 97227" but for the state, "1017 SG" and "N1 2UN". */
const POSTAL_CODE =
  /\b(?:\d{4}\s?[A-Z]{2}|[A-Z]{1,2}\d[A-Z\d]?\s\d[A-Z]{2}|(?:[A-Z]{1,2}-)?\d{3,}(?:-\d+)?)\b/g;

// Not translated: operators read it, and it is kept in the database.
const TOO_MUCH = "It takes too long to read.";
// Not translated: operators read it, and it is kept in the database.
const EMPTY = "It has no events, so what was read before stays.";

const calendarWorkers = createFilePool<CalendarJob>("calendar", { workMs: 10_000, memoryMb: 300 });

type Calendar = typeof showCalendar.$inferSelect;

/** A show from a calendar; fields without a known value are undefined. */
type CalendarShow = NewShow & { uid: string; isCancelled: boolean };

/** Stores the calendars that the operator lists, and deletes the others with their shows that nobody goes to. */
export async function syncCalendars(now = Date.now()): Promise<void> {
  const urls = env.showsCalendars.map(({ url }) => url);
  await transaction(async (tx) => {
    const isUnlisted = urls.length ? notInArray(showCalendar.url, urls) : undefined;
    const gone = await tx.select({ id: showCalendar.id }).from(showCalendar).where(isUnlisted);
    for (const { id } of gone) {
      await tx
        .delete(show)
        .where(and(eq(show.calendarId, id), not(hasRow(going, eq(going.showId, show.id)))));
      await tx.delete(showCalendar).where(eq(showCalendar.id, id));
    }
    for (const { url, town } of env.showsCalendars)
      await tx
        .insert(showCalendar)
        .values({ id: randomUUID(), url, town, dueAt: new Date(now), createdAt: new Date(now) })
        .onConflictDoUpdate({ target: showCalendar.url, set: { town } });
  });
}

/** Reads a calendar that is due; false if none is. */
export async function readDueCalendar(now = Date.now()): Promise<boolean> {
  const calendar = await claimDue(now);
  if (!calendar) return false;
  const read = await readOne(calendar, now).catch((error) => {
    log.bug(undefined, error);
    // Not translated: operators read it, and it is kept in the database.
    return { error: "Something went wrong. The log has more." };
  });
  const dueAt = new Date(now + ("error" in read && read.error ? RETRY_MS : EVERY_MS));
  await db
    .update(showCalendar)
    .set({ ...read, dueAt })
    .where(eq(showCalendar.id, calendar.id));
  return true;
}

async function claimDue(now: number): Promise<Calendar | undefined> {
  return transaction(async (tx) => {
    const [due] = await tx
      .select()
      .from(showCalendar)
      .where(lte(showCalendar.dueAt, new Date(now)))
      .orderBy(asc(showCalendar.dueAt))
      .limit(1);
    if (due)
      await tx
        .update(showCalendar)
        .set({ dueAt: new Date(now + CLAIM_MS) })
        .where(eq(showCalendar.id, due.id));
    return due;
  });
}

/** Reads a calendar and returns the new columns of its row. */
async function readOne(calendar: Calendar, now: number): Promise<Partial<Calendar>> {
  const found = await downloadCalendar(calendar.url, calendar);
  const readAt = new Date(now);
  if (found === "unchanged") return { readAt, error: null };
  if ("problem" in found) return { error: found.problem };
  const { text, etag, lastModified } = found;
  const digest = createHash("sha256").update(text).digest("base64url");
  const known = { etag, lastModified, digest, readAt };
  // The text is unchanged; only days have moved into range.
  if (digest === calendar.digest) return { ...known, error: null };
  const home = resolvePlace(calendar.town);
  const from = earliestDay(now);
  const job = { text, from, to: from + YEARS_AHEAD * 365, hoursEast: hoursEast(home?.cell ?? null) };
  const read = await runJob(job);
  if (typeof read === "string") return { error: read };
  if (!read.events.length && calendar.events) return { readAt, error: EMPTY };
  const name = cleanTitle(read.name) || new URL(calendar.url).hostname;
  const shows = await toShows(read.events, { home, name }, now);
  await saveShows(calendar.id, shows, read.events, now);
  return {
    ...known,
    ...{ name, homeUrl: outsideLink(`${new URL(calendar.url).origin}/`) ?? null, error: null },
    ...{ events: read.events.length, shows: shows.length },
  };
}

/** The events of a calendar, or why it has none. */
async function runJob(job: CalendarJob): Promise<ReadCalendar | string> {
  try {
    return (await calendarWorkers.run(job)) as ReadCalendar;
  } catch (error) {
    const failure = error as WorkerFailure;
    const refusal = refusalIn(failure);
    if (refusal) return refusal.message;
    // The parser fails in many ways.
    return failure instanceof Error ? calendarErrors.none : TOO_MUCH;
  }
}

/**
 * The events in which a known artist plays, in a known town. Lets others have their turn in between: titles and locations can
 * name hundreds.
 */
export async function toShows(
  events: CalendarEvent[],
  calendar: { home: Place | undefined; name: string },
  now: number,
): Promise<CalendarShow[]> {
  const shows = new Map<string, CalendarShow>();
  for (let at = 0; at < events.length; at += EVENTS_IN_TURN) {
    const some = events.slice(at, at + EVENTS_IN_TURN);
    const keys = new Map<string, string>();
    for (const { title } of some)
      for (const name of possibleNames(title))
        if (!isPlaceholderArtist(name)) keys.set(name, artistKey(name));
    await setImmediate();
    const spelled = await findSpellings([...keys.values()].filter(Boolean));
    const find = (name: string) => spelled.get(keys.get(name) ?? "");
    for (const event of some) {
      const read = toShow(event, findLineup(event.title, find), calendar, now);
      // Among events with the same UID the first counts: a show can't be in two places, or be cancelled and not.
      if (read && !shows.has(read.uid)) shows.set(read.uid, read);
    }
    await setImmediate();
  }
  return [...shows.values()];
}

/** An event as a show; undefined without a known artist or town, and for one that is over. */
function toShow(
  { uid, day, minutes, location, url, title, isCancelled }: CalendarEvent,
  artists: string[],
  calendar: { home: Place | undefined; name: string },
  now: number,
): CalendarShow | undefined {
  const place = artists.length ? findPlace(location, calendar.home) : undefined;
  if (!place || day < dayAt(place.cell, now)) return undefined;
  const [venue = ""] = location.split(/,|\s\(/);
  return {
    ...{ uid, day, doors: minutes, artists: artists.slice(0, SHOW_ARTISTS_MAX) },
    ...{ venue: (cleanTitle(venue) || calendar.name).slice(0, VENUE_MAX), place, note: "" },
    link: outsideLink(url) ?? null,
    isCancelled: isCancelled || isCalledOff(title),
  };
}

/** A calendar's text as members read it. */
function cleanTitle(text: string): string {
  return cleanText(removeDirections(text));
}

/** The town that an event's location names after the venue, or else the calendar's own. */
function findPlace(location: string, home: Place | undefined): Place | undefined {
  const parts = location
    .split(",")
    .slice(1)
    .slice(-PLACE_PARTS)
    .map((part) => part.replace(POSTAL_CODE, "").trim())
    .filter(Boolean);
  // The last part is usually a country, whose name some towns share.
  for (const at of [...parts.keys()]
    .slice(0, -1)
    .reverse()
    .concat(parts.length - 1)) {
    const [town = "", area = ""] = [parts[at], parts[at + 1]];
    // Two letters are a state.
    const found = town.length > 2 && ((area && resolvePlace(`${town}, ${area}`)) || resolvePlace(town));
    if (!found) continue;
    const apart = home && distanceMiles(home.cell, found.cell);
    if (apart == null || apart <= FAR_MILES) return found;
  }
  return home;
}

/** Writes what a calendar says now: new shows, changed ones, and those that it has cancelled or dropped. */
async function saveShows(
  calendarId: string,
  shows: CalendarShow[],
  events: CalendarEvent[],
  now: number,
): Promise<void> {
  for (let at = 0; at < shows.length; at += EVENTS_AT_ONCE) {
    await transaction(async (tx) => {
      for (const each of shows.slice(at, at + EVENTS_AT_ONCE)) await saveShow(tx, calendarId, each);
    });
    await setImmediate();
  }
  const uids = new Set(events.map(({ uid }) => uid));
  const listed = await db
    .select({ id: show.id, uid: show.uid })
    .from(show)
    .where(and(eq(show.calendarId, calendarId), gte(show.day, earliestDay(now))));
  const vanished = listed.filter(({ uid }) => !uids.has(uid ?? "")).map(({ id }) => id);
  for (let at = 0; at < vanished.length; at += EVENTS_AT_ONCE) {
    await transaction((tx) => dropShows(tx, vanished.slice(at, at + EVENTS_AT_ONCE)));
    await setImmediate();
  }
}

async function saveShow(tx: Tx, calendarId: string, read: CalendarShow): Promise<void> {
  const { uid, isCancelled, ...added } = read;
  const isKnown = and(eq(show.calendarId, calendarId), eq(show.uid, uid));
  const [known] = await tx.select().from(show).where(isKnown);
  if (known) return changeShow(tx, known, read);
  if (isCancelled) return;
  const same = await findSame(tx, added);
  if (same === undefined) return insertShow(tx, { id: randomUUID(), addedBy: null, calendarId, uid }, added);
  const [other] = await tx.select().from(show).where(eq(show.id, same));
  // Another event on the same night, or the same one under another name: it stays with the first calendar that had it.
  if (!other || (other.calendarId !== null && other.calendarId !== calendarId)) return;
  // Nothing that a member has entered may look like the venue's words.
  await tx.update(show).set({ calendarId, uid, addedBy: null, note: "" }).where(eq(show.id, same));
  await changeShow(tx, other, read);
}

async function changeShow(tx: Tx, known: typeof show.$inferSelect, read: CalendarShow): Promise<void> {
  // A show that a moderator has removed stays removed.
  if (known.removedAt) return;
  const { artists, day, doors, venue, place, link, isCancelled } = read;
  if (isCancelled !== (known.cancelledAt !== null)) await setCancelled(tx, known.id, isCancelled);
  const placed = { placeName: place.name, cell: place.cell };
  await tx
    .update(show)
    .set({ day, doors, venue, ...placed, link })
    .where(eq(show.id, known.id));
  const rows = await tx
    .select({ name: showArtist.name, day: showArtist.day, cell: showArtist.cell })
    .from(showArtist)
    .where(eq(showArtist.showId, known.id))
    .orderBy(showArtist.position);
  const isSame =
    rows.length === artists.length &&
    rows.every((row, index) => row.name === artists[index] && row.day === day && row.cell === place.cell);
  if (!isSame) await writeArtists(tx, known.id, { artists, day, place });
  if (day !== known.day && !isCancelled) await notifyGoers(tx, known.id, { isMoved: true });
}

/** Cancels the shows that their calendar no longer has, or deletes those that nobody goes to. */
async function dropShows(tx: Tx, ids: string[]): Promise<void> {
  for (const id of ids) {
    const isGone = await tx.$count(going, eq(going.showId, id));
    const [row] = await tx.select({ cancelledAt: show.cancelledAt }).from(show).where(eq(show.id, id));
    if (!isGone) await tx.delete(show).where(eq(show.id, id));
    else if (row && !row.cancelledAt) await setCancelled(tx, id, true);
  }
}

/** The calendars for operators: what was read of each and when, and what went wrong. */
export async function listCalendars() {
  const rows = await db.select().from(showCalendar).orderBy(asc(showCalendar.createdAt), showCalendar.url);
  return rows.map(({ id, url, name, readAt, events, shows, error }) => {
    const { hostname } = new URL(url);
    // The rest of an address may be a key.
    return {
      id,
      name: name || hostname,
      hostname,
      readAt: readAt?.toISOString() ?? null,
      events,
      shows,
      error,
    };
  });
}
