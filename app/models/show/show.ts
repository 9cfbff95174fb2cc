// Shows: their addresses, limits and texts, and how a member sees one.
import { describeDate, earliestDay, monthDays, toDay } from "~/days";
import { dateFormat } from "~/language/intl";
import { msg, t } from "~/language/text";
import { dayAt } from "~/matching/cell";
import type { FlashMessage } from "~/models/flash";

/** How many artists a show can have. */
export const SHOW_ARTISTS_MAX = 4;
export const VENUE_MAX = 100;
export const SHOW_NOTE_MAX = 200;
/** How many shows a member can add in a week. */
export const SHOWS_PER_WEEK = 10;
/** How many upcoming shows a member can go to. */
export const GOING_MAX = 50;
/** How far ahead a show can be. */
export const YEARS_AHEAD = 2;
/** How far ahead lists look. */
export const LISTED_DAYS = 90;
/** How far away listed shows are by default, in miles. */
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
  /** The first of its artists whom the viewer lists or has somebody alike to on their list. */
  yours: { artist: string; isListed: boolean } | null;
  going: Going;
};

/** Whether the viewer goes, and would like company. */
export type Going = "no" | "going" | "together";

export const GOING_CHOICES = ["no", "going", "together"] as const satisfies readonly Going[];

/** A show that two members go to, for a line about one of the two. */
export type SharedShow = Pick<ShowDto, "id" | "date"> & { artist: string };

/** Whether a show's day is over where it takes place. */
export function isOver({ day, cell }: { day: number; cell: number }, now = Date.now()): boolean {
  return day < dayAt(cell, now);
}

/** "Low + Pram"; only the first two of more artists. */
export function nameShow(artists: string[]): string {
  const [first = "", second, ...more] = artists;
  if (second === undefined) return first;
  return more.length
    ? t("{first} + {second} + {count} more", { first, second, count: more.length })
    : `${first} + ${second}`;
}

/** "Low on Friday" within the next six days, otherwise "Low on Dec 18". */
export function describeShared({ artist, date }: SharedShow, now = Date.now()): string {
  const away = (toDay(date) ?? 0) - earliestDay(now);
  const day = (away < 7 ? weekdays : monthDays).format(new Date(date));
  return t("{artist} on {day}", { artist, day });
}

const weekdays = dateFormat({ weekday: "long" });

/** What names a show to somebody. */
export type ShowParts = Pick<ShowDto, "artists" | "date" | "venue" | "town">;

/** "Low · Fri, Dec 4 · Trabendo, Paris", for a message that quotes a show. */
export function quoteShow({ artists, date, venue, town }: ShowParts): string {
  return `${nameShow(artists)} · ${describeDate(date)} · ${venue}, ${shortTown(town)}`;
}

/** The town without its region and country. */
export function shortTown(town: string): string {
  return town.split(",")[0] ?? town;
}

export const showErrors = { add: msg("Your show wasn't added") };

export const showMessages = {
  added: { title: msg("Show added") } satisfies FlashMessage,
  known: {
    title: msg("It's already here"),
    description: msg("Somebody added this show before, so here it is."),
  } satisfies FlashMessage,
  gone: msg("This show is no longer here."),
};
