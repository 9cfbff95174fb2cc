// Dates in lists.
import { expect, test } from "vitest";
import { localeOf } from "~/models/member/viewer-dates";
import { formatDay, formatShortest } from "~/ui/date-time";

const now = new Date("2026-11-21T09:30:00Z");
const clockOf = (timeZone: string | undefined, language: string | null = null) => ({
  timeZone,
  locale: localeOf(language),
});
const shorten = (at: string) => formatShortest(at, clockOf("UTC"), now).replace(/\s/g, " ");

test("a list shows the time of today, the day of this year, and the date of other years", () => {
  expect(shorten("2026-11-21T00:05:00Z")).toBe("12:05 AM UTC");
  expect(shorten("2026-11-20T23:59:00Z")).toBe("Nov 20");
  expect(shorten("2026-01-01T00:00:00Z")).toBe("Jan 1");
  expect(shorten("2025-11-21T09:30:00Z")).toBe("Nov 21, 2025");
});

test("a day is named to its reader, and written out where the reader's time zone isn't known", () => {
  const morning = new Date(2026, 2, 30, 0, 30);
  const on = (day: number, hour: number) => new Date(2026, 2, day, hour).toISOString();
  expect(formatDay(on(30, 0), clockOf(undefined), morning)).toBe("Today");
  expect(formatDay(on(29, 0), clockOf(undefined), morning)).toBe("Yesterday");
  expect(formatDay(on(29, 23), clockOf(undefined), morning)).toBe("Yesterday");
  expect(formatDay(on(28, 23), clockOf(undefined), morning)).toBe("Saturday, March 28");
  expect(formatDay("2025-12-31T12:00:00Z", clockOf(undefined), morning)).toBe("Wednesday, December 31, 2025");
  expect(formatDay("2026-11-21T09:00:00Z", clockOf("UTC"), now)).toBe("Saturday, November 21, UTC");
});

test("times are those of a time zone's clocks, and of UTC where its name isn't known", () => {
  const late = "2026-11-20T22:30:00Z";
  expect(formatShortest(late, clockOf("Asia/Kolkata"), now)).toMatch(/^4:00.AM$/);
  expect(formatDay(late, clockOf("Asia/Kolkata"), now)).toBe("Saturday, November 21");
  expect(formatDay(late, clockOf("Middle/Earth"), now)).toBe("Friday, November 20");
});

test.each([
  ["en-GB,en;q=0.9", "15:19", "21 Nov 2025", "Friday 20 November"],
  ["de", "15:19", "21 Nov 2025", "Friday, 20 November"],
  ["en-AU", "3:19 pm", "21 Nov 2025", "Friday 20 November"],
  ["en", "3:19 PM", "Nov 21, 2025", "Friday, November 20"],
  ["*", "3:19 PM", "Nov 21, 2025", "Friday, November 20"],
])("dates are written as the region of %s does, in English", (language, time, date, day) => {
  const clock = clockOf("Europe/London", language);
  const shown = (at: string) => formatShortest(at, clock, now).replace(/\s/g, " ");
  expect([shown("2026-11-21T15:19:00Z"), shown("2025-11-21T09:30:00Z")]).toEqual([time, date]);
  expect(formatDay("2026-11-20T12:00:00Z", clock, now)).toBe(day);
});
