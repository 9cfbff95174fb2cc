// Dates in lists.
import { expect, test } from "vitest";
import { formatDay, formatShortest } from "~/components/ui/date-time";

const now = new Date("2026-11-21T09:30:00Z");
const shorten = (at: string) => formatShortest(at, "UTC", now).replace(/\s/g, " ");

test("a list shows the time of today, the day of this year, and the date of other years", () => {
  expect(shorten("2026-11-21T00:05:00Z")).toBe("12:05 AM UTC");
  expect(shorten("2026-11-20T23:59:00Z")).toBe("Nov 20");
  expect(shorten("2026-01-01T00:00:00Z")).toBe("Jan 1");
  expect(shorten("2025-11-21T09:30:00Z")).toBe("Nov 21, 2025");
});

test("a day is named to its reader, and written out where the reader's time zone isn't known", () => {
  const morning = new Date(2026, 2, 30, 0, 30);
  const on = (day: number, hour: number) => new Date(2026, 2, day, hour).toISOString();
  expect(formatDay(on(30, 0), undefined, morning)).toBe("Today");
  expect(formatDay(on(29, 0), undefined, morning)).toBe("Yesterday");
  expect(formatDay(on(29, 23), undefined, morning)).toBe("Yesterday");
  expect(formatDay(on(28, 23), undefined, morning)).toBe("Saturday, March 28");
  expect(formatDay("2025-12-31T12:00:00Z", undefined, morning)).toBe("Wednesday, December 31, 2025");
  expect(formatDay("2026-11-21T09:00:00Z", "UTC", now)).toBe("Saturday, November 21, UTC");
});

test("times are those of a time zone's clocks, and of UTC where its name isn't known", () => {
  const late = "2026-11-20T22:30:00Z";
  expect(formatShortest(late, "Asia/Kolkata", now)).toMatch(/^4:00.AM$/);
  expect(formatDay(late, "Asia/Kolkata", now)).toBe("Saturday, November 21");
  expect(formatDay(late, "Middle/Earth", now)).toBe("Friday, November 20");
});
