// Calendar days, in days since 1970, and times of day: reading, writing and wording them.
import { DAY_MS, HOUR_MS } from "./durations";
import { dateFormat } from "./language/intl";
import { msg } from "./language/text";

/** The messages for an invalid date and an invalid time of day. */
export const NO_DATE = msg("Use a date such as 2026-12-04");
export const NO_TIME = msg("Use a time such as 19:30");

/** The earliest day that it still is anywhere on earth; earlier days are over everywhere. */
export function earliestDay(now = Date.now()): number {
  return Math.floor((now - 12 * HOUR_MS) / DAY_MS);
}

/** A day as "2026-12-04". */
export function toDate(day: number): string {
  return new Date(day * DAY_MS).toISOString().slice(0, 10);
}

/** The day of "2026-12-04"; undefined for an invalid date. */
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

/** The minutes after midnight of "19:30"; undefined for an invalid time. */
export function toMinutes(time: string): number | undefined {
  const [, hours, minutes] = /^([01]?\d|2[0-3]):([0-5]\d)$/.exec(time) ?? [];
  return minutes === undefined ? undefined : Number(hours) * 60 + Number(minutes);
}

/** "Fri, Dec 4". */
export function describeDate(date: string): string {
  return shortDates.format(new Date(date));
}

const shortDates = dateFormat({
  weekday: "short",
  month: "short",
  day: "numeric",
});

/** "Dec 18". */
export const monthDays = dateFormat({
  month: "short",
  day: "numeric",
});

/** A month such as "2026-12" as "December 2026". */
export function describeMonth(month: string): string {
  return monthNames.format(new Date(`${month}-01`));
}

const monthNames = dateFormat({ month: "long", year: "numeric" });
