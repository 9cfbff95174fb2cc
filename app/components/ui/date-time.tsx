// Dates and times: in the time zone of the viewer's settings, or UTC, until scripts run; then in the browser's own.
import { createContext, useContext } from "react";
import { useHydrated } from "remix-utils/use-hydrated";

const styles = {
  clock: { hour: "numeric", minute: "2-digit" },
  clockOfDay: { hour: "numeric", minute: "2-digit" },
  date: { month: "short", day: "numeric", year: "numeric" },
  day: { weekday: "long", month: "long", day: "numeric", year: "numeric" },
  dayOfYear: { weekday: "long", month: "long", day: "numeric" },
  shortDate: { month: "short", day: "numeric" },
  year: { year: "numeric" },
} as const;

type MomentStyle = keyof typeof styles;

/** The time zone of the viewer's settings; null without one. */
export const ViewerTimeZone = createContext<string | null>(null);

const formats = new Map<string, Intl.DateTimeFormat>();

/**
 * A time of day ("2:05 PM"), a date ("Mar 3, 2027", "Mar 3"), the name of a day, or for lists the shortest of these that tells
 * the day; `clockOfDay` is a time of day below the name of its day, which names the time zone. `at` is an ISO time, or a day,
 * which is the same in every time zone.
 */
export function DateTime({ at, as }: { at: string; as: MomentStyle | "shortest" }) {
  const shown = useTimeZone();
  const zone = at.includes("T") ? shown : "UTC";
  return (
    // The browser may use different spaces than the server.
    <time dateTime={at} suppressHydrationWarning>
      {as === "shortest"
        ? formatShortest(at, zone)
        : as === "day"
          ? formatDay(at, zone)
          : wordsFor(at, as, zone)}
    </time>
  );
}

/** The time zone in which times are shown: the browser's own, or until scripts run the one of the viewer's settings or UTC. */
export function useTimeZone(): TimeZone {
  const ofViewer = useContext(ViewerTimeZone);
  return useHydrated() ? undefined : (ofViewer ?? "UTC");
}

/** A name such as "Europe/Berlin"; undefined for the browser's own. */
type TimeZone = string | undefined;

/** The time of day for today, a date without a year for this year, otherwise a date. */
export function formatShortest(at: string, zone: TimeZone, now = new Date()): string {
  const isSame = (as: MomentStyle) => wordsFor(at, as, zone) === wordsFor(now.toISOString(), as, zone);
  if (isSame("date")) return wordsFor(at, "clock", zone);
  return wordsFor(at, isSame("year") ? "shortDate" : "date", zone);
}

/** The day of a time: "Today" and "Yesterday" in the browser's own time zone, a year only if it's another one. */
export function formatDay(at: string, zone: TimeZone, now = new Date()): string {
  const isSame = (as: MomentStyle, moment: Date) =>
    wordsFor(at, as, zone) === wordsFor(moment.toISOString(), as, zone);
  const dayBefore = new Date(now);
  dayBefore.setDate(now.getDate() - 1);
  // A page without scripts may be read on another day.
  if (!zone && isSame("day", now)) return "Today";
  if (!zone && isSame("day", dayBefore)) return "Yesterday";
  const day = wordsFor(at, isSame("year", now) ? "dayOfYear" : "day", zone);
  return zone === "UTC" && at.includes("T") ? `${day}, UTC` : day;
}

function wordsFor(at: string, as: MomentStyle, zone: TimeZone): string {
  const key = `${as} ${zone}`;
  let format = formats.get(key);
  if (!format) {
    format = createFormat(as, zone);
    formats.set(key, format);
  }
  return format.format(new Date(at));
}

function createFormat(as: MomentStyle, timeZone: TimeZone): Intl.DateTimeFormat {
  // UTC is hardly anybody's own, so that it is named.
  const zoneName = timeZone === "UTC" && as === "clock" ? { timeZoneName: "short" as const } : {};
  try {
    return new Intl.DateTimeFormat("en-US", { ...styles[as], timeZone, ...zoneName });
  } catch {
    // A browser may be older than the name.
    return createFormat(as, "UTC");
  }
}
