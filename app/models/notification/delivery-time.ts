// When notifications are pushed and mailed: not in the member's quiet hours, and by mail as often as they want.
import type { Frequency } from "db/column-types";
import { DAY_MS, HOUR_MS, MINUTE_MS } from "~/durations";
import { isTimeZone } from "./notification-schema";
import type { NotificationSettings } from "./notification-settings";

/** The local time at a moment, in ms, as if the zone were UTC. */
type Clock = (at: number) => number;

/** A member's time zone; UTC for none, and for one that was saved by a newer Node.js and that this one doesn't know. */
export function toKnownZone(timeZone: string | null): string {
  return timeZone !== null && isTimeZone(timeZone) ? timeZone : "UTC";
}

function openClock(timeZone: string | null): Clock {
  const format = new Intl.DateTimeFormat("en-US", {
    timeZone: toKnownZone(timeZone),
    hourCycle: "h23",
    year: "numeric",
    month: "numeric",
    day: "numeric",
    hour: "numeric",
    minute: "numeric",
  });
  return (at) => {
    const parts = format.formatToParts(at);
    const part = (type: string) => Number(parts.find((each) => each.type === type)?.value);
    return Date.UTC(part("year"), part("month") - 1, part("day"), part("hour"), part("minute"));
  };
}

/** The local time of a time zone at a moment, in ms, as if the zone were UTC. */
export function clockTime(at: number, timeZone: string | null): number {
  return openClock(timeZone)(at);
}

/** The moment at which it is this local time in a time zone, in ms; if clocks skip or repeat the hour, one within two hours. */
export function momentOf(local: number, timeZone: string | null): number {
  const clock = openClock(timeZone);
  const near = local - (clock(local) - local);
  return near - (clock(near) - local);
}

/** When a moment's quiet hours end, in ms, always later than the moment; undefined outside of them. */
export function endOfQuiet(
  at: number,
  { quietFrom, quietTo, timeZone }: Pick<NotificationSettings, "quietFrom" | "quietTo" | "timeZone">,
): number | undefined {
  if (quietFrom === null || quietTo === null) return undefined;
  const isQuiet = (local: number) => {
    const hour = new Date(local).getUTCHours();
    return quietFrom < quietTo
      ? hour >= quietFrom && hour < quietTo
      : quietFrom > quietTo && (hour >= quietFrom || hour < quietTo);
  };
  const clock = openClock(timeZone);
  return isQuiet(clock(at)) ? nextHour(at, clock, (local) => !isQuiet(local)) : undefined;
}

/** Digests of a day are sent at nine, those of a week on Mondays at nine. */
const DIGEST_MS = 9 * HOUR_MS;
const WEEK_MS = 7 * DAY_MS;
/** From the Thursday on which Unix time starts. */
const MONDAY_MS = 4 * DAY_MS;
/** More than clocks are ever changed by. */
const CLOCK_CHANGE_MS = 3 * HOUR_MS;

/** When something that happened at a moment is mailed, in ms; undefined for never. */
export function mailMoment(at: number, frequency: Frequency, timeZone: string | null): number | undefined {
  switch (frequency) {
    case "never":
      return undefined;
    case "now":
      return at;
    case "four-hours":
      return nextPeriod(at, timeZone, 4 * HOUR_MS, 0);
    case "daily":
      return nextPeriod(at, timeZone, DAY_MS, DIGEST_MS);
    case "weekly":
      return nextPeriod(at, timeZone, WEEK_MS, MONDAY_MS + DIGEST_MS);
  }
}

/** When the next period begins in local time, always later than the moment. `startMs` is when any one begins. */
function nextPeriod(at: number, timeZone: string | null, lengthMs: number, startMs: number): number {
  const clock = openClock(timeZone);
  const local = clock(at);
  const next = (Math.floor((local - startMs) / lengthMs) + 1) * lengthMs + startMs;
  const shortlyBefore = at + Math.max(0, next - local - CLOCK_CHANGE_MS);
  return nextHour(shortlyBefore, clock, (reached) => reached >= next);
}

/**
 * The first full hour after a moment at which the clock is right. Hours are walked, not added, because clocks skip some and
 * repeat others.
 */
function nextHour(after: number, clock: Clock, isRight: (local: number) => boolean): number {
  let at = Math.floor(after / MINUTE_MS) * MINUTE_MS;
  do at += HOUR_MS - (clock(at) % HOUR_MS);
  while (!isRight(clock(at)));
  return at;
}
