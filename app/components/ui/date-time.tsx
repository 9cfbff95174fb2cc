// Dates and times: in UTC as the server sends them, in the reader's time zone once scripts run.
import { useHydrated } from "remix-utils/use-hydrated";

const styles = {
  clock: { hour: "numeric", minute: "2-digit" },
  date: { month: "short", day: "numeric", year: "numeric" },
  day: { weekday: "long", month: "long", day: "numeric", year: "numeric" },
  dayOfYear: { weekday: "long", month: "long", day: "numeric" },
  shortDate: { month: "short", day: "numeric" },
  year: { year: "numeric" },
} as const;

type MomentStyle = keyof typeof styles;

const formats = new Map<string, Intl.DateTimeFormat>();

/**
 * A time of day ("2:05 PM"), a date ("Mar 3, 2027", "Mar 3"), the name of a day, or for lists the shortest of these that tells the
 * day; `at` is an ISO time, or a day, which is the same in every time zone.
 */
export function DateTime({ at, as }: { at: string; as: MomentStyle | "shortest" }) {
  const isLocal = useHydrated() && at.includes("T");
  return (
    // The browser may use different spaces than the server.
    <time dateTime={at} suppressHydrationWarning>
      {as === "shortest"
        ? formatShortest(at, isLocal)
        : as === "day"
          ? formatDay(at, isLocal)
          : wordsFor(at, as, isLocal)}
    </time>
  );
}

/** The time of day for today, a date without a year for this year, otherwise a date; in the time zone shown. */
export function formatShortest(at: string, isLocal: boolean, now = new Date()): string {
  const isSame = (as: MomentStyle) => wordsFor(at, as, isLocal) === wordsFor(now.toISOString(), as, isLocal);
  if (isSame("date")) return wordsFor(at, "clock", isLocal);
  return wordsFor(at, isSame("year") ? "shortDate" : "date", isLocal);
}

/** The day of a time, in the time zone shown: "Today" and "Yesterday" in the reader's own, a year only if it's another one. */
export function formatDay(at: string, isLocal: boolean, now = new Date()): string {
  const isSame = (as: MomentStyle, moment: Date) =>
    wordsFor(at, as, isLocal) === wordsFor(moment.toISOString(), as, isLocal);
  const dayBefore = new Date(now);
  dayBefore.setDate(now.getDate() - 1);
  if (isLocal && isSame("day", now)) return "Today";
  if (isLocal && isSame("day", dayBefore)) return "Yesterday";
  return wordsFor(at, isSame("year", now) ? "dayOfYear" : "day", isLocal);
}

function wordsFor(at: string, as: MomentStyle, isLocal: boolean): string {
  const key = `${as} ${isLocal}`;
  let format = formats.get(key);
  if (!format) {
    const zone = isLocal
      ? {}
      : { timeZone: "UTC", ...(as === "clock" ? { timeZoneName: "short" as const } : {}) };
    format = new Intl.DateTimeFormat("en-US", { ...styles[as], ...zone });
    formats.set(key, format);
  }
  return format.format(new Date(at));
}
