// Dates in lists.
import { expect, test } from "vitest";
import { formatShortest } from "~/components/ui/date-time";

const now = new Date("2026-11-21T09:30:00Z");
const shorten = (at: string) => formatShortest(at, false, now).replace(/\s/g, " ");

test("a list shows the time of today, the day of this year, and the date of other years", () => {
  expect(shorten("2026-11-21T00:05:00Z")).toBe("12:05 AM UTC");
  expect(shorten("2026-11-20T23:59:00Z")).toBe("Nov 20");
  expect(shorten("2026-01-01T00:00:00Z")).toBe("Jan 1");
  expect(shorten("2025-11-21T09:30:00Z")).toBe("Nov 21, 2025");
});
