import { FREQUENCIES, type Frequency } from "db/column-types";
import { expect, test } from "vitest";
import { endOfQuiet, mailMoment } from "~/models/notification/call-time";
import { rareTest } from "../../sampled";

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

test("a time zone that this server doesn't know is UTC", () => {
  expect(end("2026-05-05T22:30:00Z", 22, 7, "Mars/Olympus_Mons")).toBe("2026-05-06T07:00Z");
  expect(mailMoment(Date.parse("2026-05-06T10:30:00Z"), "daily", "Mars/Olympus_Mons")).toBe(
    Date.parse("2026-05-07T09:00:00Z"),
  );
});

test("they end by the clock on the nights in which it is changed", () => {
  expect(end("2026-03-28T22:30:00Z", 22, 7, "Europe/Berlin")).toBe("2026-03-29T05:00Z");
  expect(end("2026-10-24T21:30:00Z", 22, 7, "Europe/Berlin")).toBe("2026-10-25T06:00Z");
});

test("they end as the clocks skip their last hour, and after both of an hour that comes twice", () => {
  expect(end("2027-03-28T00:00:00Z", 22, 2, "Europe/Berlin")).toBe("2027-03-28T01:00Z");
  expect(end("2027-03-28T00:59:59Z", 22, 2, "Europe/Berlin")).toBe("2027-03-28T01:00Z");
  expect(end("2027-03-28T01:00:00Z", 22, 2, "Europe/Berlin")).toBeUndefined();
  expect(end("2027-10-31T00:30:00Z", 22, 3, "Europe/Berlin")).toBe("2027-10-31T02:00Z");
  // The clocks of Lord Howe Island are changed by half an hour.
  expect(end("2027-10-02T15:15:00Z", 22, 2, "Australia/Lord_Howe")).toBe("2027-10-02T15:30Z");
});

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

/** How far the clocks of a zone are ahead, in minutes. */
function readOffset(zone: Intl.DateTimeFormat, at: number): number {
  const name = zone.formatToParts(at).find(({ type }) => type === "timeZoneName")?.value ?? "";
  const [, sign = "+", hours = 0, minutes = 0] = /([+-])(\d+):(\d+)/.exec(name) ?? [];
  return (sign === "+" ? 1 : -1) * (Number(hours) * 60 + Number(minutes));
}

/** The moments of two years at which clocks are changed, each once for all zones that change them alike. */
function listClockChanges(): { timeZone: string; at: number }[] {
  const found = new Map<string, { timeZone: string; at: number }>();
  const [from, to] = [Date.UTC(2027, 0), Date.UTC(2029, 0)];
  for (const timeZone of Intl.supportedValuesOf("timeZone")) {
    const zone = new Intl.DateTimeFormat("en-US", { timeZone, timeZoneName: "longOffset" });
    for (let at = from; at < to; at += 10 * DAY) {
      const [before, after] = [readOffset(zone, at), readOffset(zone, at + 10 * DAY)];
      if (before === after) continue;
      let [low, high] = [at, at + 10 * DAY];
      while (high - low > MINUTE) {
        const middle = low + Math.floor((high - low) / 2 / MINUTE) * MINUTE;
        if (readOffset(zone, middle) === before) low = middle;
        else high = middle;
      }
      found.set(`${high} ${before} ${after}`, { timeZone, at: high });
    }
  }
  return [...found.values()];
}

rareTest("around every clock change of two years quiet hours end, and mail comes, later than now", () => {
  const changes = listClockChanges();
  expect(changes.length).toBeGreaterThan(40);
  for (const { timeZone, at: change } of changes)
    for (const minutes of [-50, -1, 0, 20]) {
      const at = change + minutes * MINUTE;
      for (let quietTo = 0; quietTo < 7; quietTo++) {
        const settings = { quietFrom: 22, quietTo, timeZone };
        const until = endOfQuiet(at, settings);
        if (until === undefined) continue;
        const what = JSON.stringify({ ...settings, at: new Date(at), until: new Date(until) });
        expect(until, what).toBeGreaterThan(at);
        expect(until, what).toBeLessThanOrEqual(at + DAY + 2 * HOUR);
        expect(endOfQuiet(until, settings), what).toBeUndefined();
        expect(endOfQuiet(Math.max(at, until - HOUR), settings), what).toBeDefined();
      }
      for (const frequency of FREQUENCIES) {
        const time = mailMoment(at, frequency, timeZone);
        const longest = { now: 0, "four-hours": 4 * HOUR, daily: DAY, weekly: 7 * DAY, never: 0 }[frequency];
        const what = JSON.stringify({ timeZone, frequency, at: new Date(at) });
        if (longest) expect(time, what).toBeGreaterThan(at);
        if (longest) expect(time, what).toBeLessThanOrEqual(at + longest + 2 * HOUR);
      }
    }
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
