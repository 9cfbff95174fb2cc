import { expect, test } from "vitest";
import { relativeMinutes, relativeTime } from "~/models/relative-time";

const now = new Date("2026-03-20T12:00:00Z");
const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;

test.each([
  [0, "Just now"],
  [-5 * MINUTE_MS, "Just now"],
  [HOUR_MS - 1, "Just now"],
  [HOUR_MS, "1h ago"],
  [24 * HOUR_MS - 1, "23h ago"],
  [24 * HOUR_MS, "1d ago"],
  [7 * 24 * HOUR_MS - 1, "6d ago"],
  [7 * 24 * HOUR_MS, "Mar 13, 2026"],
  [400 * 24 * HOUR_MS, "Feb 13, 2025"],
])("%i ms ago is '%s'", (ago, words) => {
  expect(relativeTime(new Date(now.getTime() - ago), now, "en-US")).toBe(words);
});

test.each([
  [MINUTE_MS - 1, "Just now"],
  [MINUTE_MS, "1m ago"],
  [HOUR_MS - 1, "59m ago"],
  [HOUR_MS, "1h ago"],
])("%i ms ago is '%s' to the minute", (ago, words) => {
  expect(relativeMinutes(new Date(now.getTime() - ago), now, "en-US")).toBe(words);
});

test("the date is written as in the reader's region", () => {
  expect(relativeTime(new Date("2026-03-03T12:00:00Z"), now, "en-GB")).toBe("3 Mar 2026");
});
