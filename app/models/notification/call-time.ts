// When members are called: not in their quiet hours, and by mail as often as they want.
import type { Frequency } from "db/column-types";
import { HOUR_MS, MINUTE_MS } from "~/durations";
import type { NotificationSettings } from "./notification-settings";

/** The hour, minute and weekday (0 is Sunday) of a moment in a time zone, and how far its clocks are ahead of UTC, in ms. */
function localTime(at: number, timeZone: string) {
  const parts = new Intl.DateTimeFormat("en-US", {
    timeZone,
    hourCycle: "h23",
    year: "numeric",
    month: "numeric",
    day: "numeric",
    hour: "numeric",
    minute: "numeric",
  }).formatToParts(at);
  const part = (type: string) => Number(parts.find((each) => each.type === type)?.value);
  const [hour, minute] = [part("hour"), part("minute")];
  const wall = Date.UTC(part("year"), part("month") - 1, part("day"), hour, minute);
  return {
    hour,
    minute,
    weekday: new Date(wall).getUTCDay(),
    ahead: wall - Math.floor(at / MINUTE_MS) * MINUTE_MS,
  };
}

/** When a moment's quiet hours end, in ms; undefined outside of them. */
export function endOfQuiet(
  at: number,
  { quietFrom, quietTo, timeZone }: Pick<NotificationSettings, "quietFrom" | "quietTo" | "timeZone">,
): number | undefined {
  if (quietFrom === null || quietTo === null) return undefined;
  const zone = timeZone ?? "UTC";
  const { hour } = localTime(at, zone);
  const isQuiet =
    quietFrom < quietTo
      ? hour >= quietFrom && hour < quietTo
      : quietFrom > quietTo && (hour >= quietFrom || hour < quietTo);
  return isQuiet ? nextTime(at, zone, (quietTo - hour + 24) % 24) : undefined;
}

/** The hour at which digests of a day or week are sent, the latter on Mondays. */
const DIGEST_HOUR = 9;
const MONDAY = 1;

/** When something that happened at a moment is mailed, in ms; undefined for never. */
export function mailMoment(at: number, frequency: Frequency, timeZone: string | null): number | undefined {
  const zone = timeZone ?? "UTC";
  const { hour, weekday } = localTime(at, zone);
  const isOver = hour >= DIGEST_HOUR;
  const untilDigest = DIGEST_HOUR - hour + (isOver ? 24 : 0);
  switch (frequency) {
    case "never":
      return undefined;
    case "now":
      return at;
    case "four-hours":
      return nextTime(at, zone, 4 - (hour % 4));
    case "daily":
      return nextTime(at, zone, untilDigest);
    case "weekly":
      return nextTime(at, zone, untilDigest + 24 * ((MONDAY - weekday - Number(isOver) + 14) % 7));
  }
}

/** The start of the hour that is this many hours later on the clocks of a time zone. */
function nextTime(at: number, timeZone: string, hours: number): number {
  const { minute, ahead } = localTime(at, timeZone);
  const start = Math.floor(at / MINUTE_MS) * MINUTE_MS - minute * MINUTE_MS;
  const later = start + hours * HOUR_MS;
  // Clocks may be put forward or back in between.
  return later + ahead - localTime(later, timeZone).ahead;
}
