// Points in time, in words: in UTC as the server sends them, in the reader's own zone once scripts run.
import { useHydrated } from "remix-utils/use-hydrated";

const styles = {
  clock: { hour: "numeric", minute: "2-digit" },
  date: { month: "short", day: "numeric", year: "numeric" },
  day: { weekday: "long", month: "long", day: "numeric", year: "numeric" },
} as const;

type MomentStyle = keyof typeof styles;

const formats = new Map<string, Intl.DateTimeFormat>();

/** A time of day ("2:05 PM"), a date ("Mar 3, 2027") or a day in full; `at` is an ISO time. */
export function Moment({ at, as }: { at: string; as: MomentStyle }) {
  const isLocal = useHydrated();
  return (
    // A browser may put other spaces into the same words than the server.
    <time dateTime={at} suppressHydrationWarning>
      {wordsFor(at, as, isLocal)}
    </time>
  );
}

/** The day that a time falls on, in the zone that is shown. */
export function dayOf(at: string, isLocal: boolean): string {
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
