// Trips: a second town for some days, near which a member is in Discover as well.

import { monthDays } from "~/days";
import { currentLocale } from "~/language/intl";
import { msg } from "~/language/text";
import type { FlashMessage } from "~/models/flash";
import { type ShowDto, shortTown } from "~/models/show/show";

export const TRIPS_PATH = "/settings/trips";
/** How long a trip can be, and how far ahead. */
export const TRIP_DAYS_MAX = 30;
export const TRIP_AHEAD_DAYS = 180;
/** How many trips a member can add in this many days. */
export const TRIPS_A_MONTH = 2;
export const TRIP_MONTH_DAYS = 30;
/** How long before the first day a member can be seen there. */
export const EARLY_DAYS = 7;

/** A member's own trip; the dates are the first and the last day there, such as "2026-12-04". */
export type TripDto = { id: string; town: string; from: string; until: string; isEarly: boolean };

/** A trip on its member's card. */
export type ShownTrip = Pick<TripDto, "town" | "from" | "until">;

/** The form, filled in for a show. */
export function tripPath({ town, date }: Pick<ShowDto, "town" | "date">): string {
  return `${TRIPS_PATH}?${new URLSearchParams({ town, from: date, until: date })}`;
}

/** "Berlin, Mar 3–6", or "Berlin, Mar 30–Apr 2". */
export function describeTrip({ town, from, until }: ShownTrip): string {
  const [first, last] = [from, until].map((date) => monthDays.format(new Date(date)));
  // Not all languages write the day last.
  const isShort = from.slice(0, 7) === until.slice(0, 7) && currentLocale().startsWith("en");
  const days = from === until ? first : `${first}–${isShort ? Number(until.slice(8)) : last}`;
  return `${shortTown(town)}, ${days}`;
}

export const tripErrors = { add: msg("Your trip wasn't added") };

export const tripMessages = {
  added: { title: msg("Trip added") } satisfies FlashMessage,
  ended: { title: msg("Trip removed") } satisfies FlashMessage,
};
