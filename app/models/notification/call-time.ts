// When members are called: not in their quiet hours, and by mail as often as they want.
import type { Frequency } from "db/column-types";
import { DAY_MS, HOUR_MS, MINUTE_MS } from "~/durations";
import { isTimeZone } from "./notification-schema";
import type { NotificationSettings } from "./notification-settings";

/** What the clocks of a time zone read at a moment: ms, as if the zone were UTC. */
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

/** What the clocks of a time zone read at a moment, as ms as if the zone were UTC. */
export function clockTime(at: number, timeZone: string | null): number {
  return openClock(timeZone)(at);
}

/** The moment at which the clocks of a time zone read this, in ms; of an hour that they skip or repeat, one within two hours. */
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
/** From the Thursday on which the count of time starts. */
const MONDAY_MS = 4 * DAY_MS;
/** Clocks are never changed by as much. */
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

/** When the next period begins by the clocks of a time zone, always later than the moment. `startMs` is when one begins. */
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
