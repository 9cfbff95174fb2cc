import type { Frequency } from "db/column-types";
import { expect, test } from "vitest";
import { endOfQuiet, mailMoment } from "~/models/notification/call-time";

const end = (
  at: string,
  quietFrom: number | null,
  quietTo: number | null,
  timeZone: string | null = null,
) => {
  const until = endOfQuiet(Date.parse(at), { quietFrom, quietTo, timeZone });
  return until === undefined ? undefined : new Date(until).toISOString().replace(":00.000Z", "Z");
};

test("quiet hours start at an hour, end at another, and can span midnight", () => {
  expect(end("2026-05-05T21:59:59Z", 22, 7)).toBeUndefined();
  expect(end("2026-05-05T22:00:00Z", 22, 7)).toBe("2026-05-06T07:00Z");
  expect(end("2026-05-06T06:59:59Z", 22, 7)).toBe("2026-05-06T07:00Z");
  expect(end("2026-05-06T07:00:00Z", 22, 7)).toBeUndefined();
  expect(end("2026-05-06T13:30:00Z", 13, 15)).toBe("2026-05-06T15:00Z");
  expect(end("2026-05-06T15:00:00Z", 13, 15)).toBeUndefined();
});

test("without both hours, or with the same twice, there are none", () => {
  for (const [from, to] of [
    [null, null],
    [null, 7],
    [22, null],
    [5, 5],
  ] as const)
    expect(end("2026-05-06T05:30:00Z", from, to)).toBeUndefined();
});

test("they are the member's, in every time zone", () => {
  expect(end("2026-05-05T14:30:00Z", 22, 7, "Asia/Tokyo")).toBe("2026-05-05T22:00Z");
  expect(end("2026-05-05T17:00:00Z", 22, 7, "Asia/Kolkata")).toBe("2026-05-06T01:30Z");
  expect(end("2026-05-05T14:30:00Z", 22, 7, "America/New_York")).toBeUndefined();
});

test("they end by the clock on the nights in which it is changed", () => {
  expect(end("2026-03-28T22:30:00Z", 22, 7, "Europe/Berlin")).toBe("2026-03-29T05:00Z");
  expect(end("2026-10-24T21:30:00Z", 22, 7, "Europe/Berlin")).toBe("2026-10-25T06:00Z");
});

test("mail comes at once, every four hours, at nine, or on Mondays at nine, by the member's clock", () => {
  const moment = (at: string, frequency: Frequency, timeZone: string | null = null) => {
    const time = mailMoment(Date.parse(at), frequency, timeZone);
    return time === undefined ? undefined : new Date(time).toISOString().replace(":00.000Z", "Z");
  };
  // A Wednesday.
  const at = "2026-05-06T10:30:00Z";
  expect(moment(at, "now")).toBe("2026-05-06T10:30Z");
  expect(moment(at, "never")).toBeUndefined();
  expect(moment(at, "four-hours")).toBe("2026-05-06T12:00Z");
  expect(moment("2026-05-06T23:59:00Z", "four-hours")).toBe("2026-05-07T00:00Z");
  expect(moment(at, "daily")).toBe("2026-05-07T09:00Z");
  expect(moment("2026-05-06T08:59:00Z", "daily")).toBe("2026-05-06T09:00Z");
  expect(moment(at, "weekly")).toBe("2026-05-11T09:00Z");
  expect(moment("2026-05-11T08:00:00Z", "weekly")).toBe("2026-05-11T09:00Z");
  expect(moment("2026-05-11T09:00:00Z", "weekly")).toBe("2026-05-18T09:00Z");
  expect(moment("2026-05-10T22:00:00Z", "weekly")).toBe("2026-05-11T09:00Z");
  expect(moment(at, "daily", "America/New_York")).toBe("2026-05-06T13:00Z");
  expect(moment(at, "daily", "Asia/Tokyo")).toBe("2026-05-07T00:00Z");
  // The night in which clocks are put back.
  expect(moment("2026-10-24T20:00:00Z", "daily", "Europe/Berlin")).toBe("2026-10-25T08:00Z");
});
