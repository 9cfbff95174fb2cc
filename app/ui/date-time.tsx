// Dates and times in the format of the reader's region: until scripts run, in the time zone of the viewer's settings or UTC;
// then in the browser's own.

import { createContext, useContext } from "react";
import { useHydrated } from "remix-utils/use-hydrated";
import { formatDate } from "~/language/intl";
import { t } from "~/language/text";
import { DEFAULT_LOCALE, type ViewerDates } from "~/models/member/viewer-dates";

const styles = {
  clock: { hour: "numeric", minute: "2-digit" },
  clockOfDay: { hour: "numeric", minute: "2-digit" },
  date: { month: "short", day: "numeric", year: "numeric" },
  day: { weekday: "long", month: "long", day: "numeric", year: "numeric" },
  dayOfYear: { weekday: "long", month: "long", day: "numeric" },
  weekday: { weekday: "short", month: "short", day: "numeric" },
  shortDate: { month: "short", day: "numeric" },
  year: { year: "numeric" },
} as const;

type MomentStyle = keyof typeof styles;

/** How dates are written for the viewer. */
export const ViewerDatesContext = createContext<ViewerDates>({ timeZone: null, locale: DEFAULT_LOCALE });

/**
 * A time of day ("2:05 PM"), a date ("Mar 3, 2027", "Mar 3"), the name of a day, or for lists the shortest of these that
 * identifies the day; `clockOfDay` is a time of day below the name of its day, which names the time zone. `at` is an ISO time;
 * or a day, or a time without a zone ("2026-12-04T19:30"), which are the same in every time zone.
 */
export function DateTime({ at, as }: { at: string; as: MomentStyle | "shortest" }) {
  const shown = useClock();
  const isMoment = at.endsWith("Z");
  const clock = isMoment ? shown : { ...shown, timeZone: "UTC" };
  const moment = isMoment || !at.includes("T") ? at : `${at}Z`;
  return (
    // The browser may use different spaces than the server.
    <time dateTime={at} className={as === "day" ? undefined : "whitespace-nowrap"} suppressHydrationWarning>
      {as === "shortest"
        ? formatShortest(moment, clock)
        : as === "day"
          ? formatDay(moment, clock)
          : wordsFor(moment, as, clock)}
    </time>
  );
}

/** The time zone in which times are shown: the browser's own, or until scripts run the one of the viewer's settings or UTC. */
export function useClock(): Clock {
  const { timeZone, locale } = useContext(ViewerDatesContext);
  return { timeZone: useHydrated() ? undefined : (timeZone ?? "UTC"), locale };
}

/** `timeZone` is a name such as "Europe/Berlin"; undefined for the browser's own. */
type Clock = { timeZone: string | undefined; locale: string };

/** The time of day for today, a date without a year for this year, otherwise a date. */
export function formatShortest(at: string, clock: Clock, now = new Date()): string {
  const isSame = (as: MomentStyle) => wordsFor(at, as, clock) === wordsFor(now.toISOString(), as, clock);
  if (isSame("date")) return wordsFor(at, "clock", clock);
  return wordsFor(at, isSame("year") ? "shortDate" : "date", clock);
}

/** The day of a time: "Today" and "Yesterday" in the browser's own time zone, a year only if it's another one. */
export function formatDay(at: string, clock: Clock, now = new Date()): string {
  const isSame = (as: MomentStyle, moment: Date) =>
    wordsFor(at, as, clock) === wordsFor(moment.toISOString(), as, clock);
  const dayBefore = new Date(now);
  dayBefore.setDate(now.getDate() - 1);
  // A page without scripts may be read on another day.
  if (!clock.timeZone && isSame("day", now)) return t("Today");
  if (!clock.timeZone && isSame("day", dayBefore)) return t("Yesterday");
  const day = wordsFor(at, isSame("year", now) ? "dayOfYear" : "day", clock);
  return clock.timeZone === "UTC" && at.includes("T") ? `${day}, UTC` : day;
}

function wordsFor(at: string, as: MomentStyle, { timeZone, locale }: Clock): string {
  // UTC is hardly anybody's own time zone, so it is named.
  const zoneName = timeZone === "UTC" && as === "clock" ? { timeZoneName: "short" as const } : {};
  const moment = new Date(at);
  try {
    return formatDate(moment, { ...styles[as], timeZone, ...zoneName }, locale);
  } catch {
    // A browser may be older than the zone's name.
    return formatDate(moment, { ...styles[as], ...zoneName, timeZone: "UTC" }, locale);
  }
}
