// Shows: their addresses, limits and words, and what a member sees of one.
import { DAY_MS, HOUR_MS } from "~/durations";
import { hoursEast } from "~/matching/cell";
import type { FlashMessage } from "~/models/flash";

/** How many artists a show has at most. */
export const SHOW_ARTISTS_MAX = 4;
export const VENUE_MAX = 100;
export const SHOW_NOTE_MAX = 200;
/** How many shows a member can add in a week. */
export const SHOWS_PER_WEEK = 10;
/** How many shows ahead a member can go to. */
export const GOING_MAX = 50;
/** How far ahead a show can be. */
export const YEARS_AHEAD = 2;
/** How far ahead lists look. */
export const LISTED_DAYS = 90;
/** How far away the shows are that a list names unless it is asked for others, in miles. */
export const NEAR_MILES = 50;

/** A show in lists; `date` is the day there, `doors` the time of day, `distance` in miles as on cards. */
export type ShowDto = {
  id: string;
  artists: string[];
  date: string;
  doors: string | null;
  venue: string;
  town: string;
  distance: number | null;
  isCancelled: boolean;
  /** The first of its artists whom the viewer lists, or to whom one on their list is alike. */
  yours: { artist: string; isListed: boolean } | null;
  going: Going;
};

/** Whether the viewer goes, and would go with somebody. */
export type Going = "no" | "going" | "together";

export const GOING_CHOICES = ["no", "going", "together"] as const satisfies readonly Going[];

/** A show that two members go to, for a line about one of the two. */
export type SharedShow = Pick<ShowDto, "id" | "date"> & { artist: string };

/** The day it is in a cell, in days since 1970; by its meridian, which is near enough to say when a night is over. */
export function dayAt(cell: number | null, now = Date.now()): number {
  return Math.floor((now + hoursEast(cell) * HOUR_MS) / DAY_MS);
}

/** Whether a show's day is over where it takes place. */
export function isOver({ day, cell }: { day: number; cell: number }, now = Date.now()): boolean {
  return day < dayAt(cell, now);
}

/** The day it still is somewhere: what is before it is past everywhere. */
export function earliestDay(now = Date.now()): number {
  return Math.floor((now - 12 * HOUR_MS) / DAY_MS);
}

/** What is said of what is no date, and of what is no time of day. */
export const NO_DATE = "Use a date such as 2026-12-04";
export const NO_TIME = "Use a time such as 19:30";

/** A day in days since 1970 as "2026-12-04". */
export function toDate(day: number): string {
  return new Date(day * DAY_MS).toISOString().slice(0, 10);
}

/** The day of "2026-12-04", in days since 1970; undefined for what is no date. */
export function toDay(date: string): number | undefined {
  if (!/^\d{4}-\d\d-\d\d$/.test(date)) return undefined;
  const at = Date.parse(`${date}T00:00:00Z`);
  // February 30 would be March 2.
  return Number.isNaN(at) || toDate(at / DAY_MS) !== date ? undefined : at / DAY_MS;
}

/** Minutes after midnight as "19:30". */
export function toTime(minutes: number): string;
export function toTime(minutes: number | null): string | null;
export function toTime(minutes: number | null): string | null {
  if (minutes === null) return null;
  return [Math.floor(minutes / 60), minutes % 60].map((part) => String(part).padStart(2, "0")).join(":");
}

/** The minutes after midnight of "19:30"; undefined for what is no time of day. */
export function toMinutes(time: string): number | undefined {
  const [, hours, minutes] = /^([01]?\d|2[0-3]):([0-5]\d)$/.exec(time) ?? [];
  return minutes === undefined ? undefined : Number(hours) * 60 + Number(minutes);
}

/** "Low + Pram", or of many the first two. */
export function nameShow(artists: string[]): string {
  const [first = "", second, ...more] = artists;
  if (second === undefined) return first;
  return more.length ? `${first} + ${second} + ${more.length} more` : `${first} + ${second}`;
}

/** "Fri, Dec 4". */
export function describeDate(date: string): string {
  return shortDates.format(new Date(date));
}

const shortDates = new Intl.DateTimeFormat("en-US", {
  weekday: "short",
  month: "short",
  day: "numeric",
  timeZone: "UTC",
});

/** "Low on Friday" within the next six days, otherwise "Low on Dec 18". */
export function describeShared({ artist, date }: SharedShow, now = Date.now()): string {
  const away = (toDay(date) ?? 0) - earliestDay(now);
  const day = (away < 7 ? weekdays : monthDays).format(new Date(date));
  return `${artist} on ${day}`;
}

const weekdays = new Intl.DateTimeFormat("en-US", { weekday: "long", timeZone: "UTC" });
/** "Dec 18". */
export const monthDays = new Intl.DateTimeFormat("en-US", {
  month: "short",
  day: "numeric",
  timeZone: "UTC",
});

/** "Low · Fri, Dec 4 · Trabendo, Paris", for a message that quotes a show. */
export function quoteShow({
  artists,
  date,
  venue,
  town,
}: Pick<ShowDto, "artists" | "date" | "venue" | "town">): string {
  return `${nameShow(artists)} · ${describeDate(date)} · ${venue}, ${shortTown(town)}`;
}

/** The town without its region and country. */
export function shortTown(town: string): string {
  return town.split(",")[0] ?? town;
}

export const showErrors = { add: "Your show wasn't added" };

export const showMessages = {
  added: { title: "Show added" } satisfies FlashMessage,
  known: {
    title: "It's already here",
    description: "Somebody added this show before, so here it is.",
  } satisfies FlashMessage,
  gone: "This show is no longer here.",
};
