// Dates and times: in UTC as the server sends them, in the reader's time zone once scripts run.
import { useHydrated } from "remix-utils/use-hydrated";

const styles = {
  clock: { hour: "numeric", minute: "2-digit" },
  date: { month: "short", day: "numeric", year: "numeric" },
  day: { weekday: "long", month: "long", day: "numeric", year: "numeric" },
} as const;

type MomentStyle = keyof typeof styles;

const formats = new Map<string, Intl.DateTimeFormat>();

/** A time of day ("2:05 PM"), a date ("Mar 3, 2027") or a day in full; `at` is an ISO time. */
export function DateTime({ at, as }: { at: string; as: MomentStyle }) {
  const isLocal = useHydrated();
  return (
    // The browser may use different spaces than the server.
    <time dateTime={at} suppressHydrationWarning>
      {wordsFor(at, as, isLocal)}
    </time>
  );
}

/** The day of a time, in the time zone shown. */
export function formatDay(at: string, isLocal: boolean): string {
  return wordsFor(at, "day", isLocal);
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
