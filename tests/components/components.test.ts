// Dates in lists, the handles of a slider, toasts, and when screens load again.

import { readdirSync, readFileSync } from "node:fs";
import type { ShouldRevalidateFunctionArgs } from "@remix-run/react";
import fc from "fast-check";
import { expect, test } from "vitest";
import { UNREACHABLE_STATUS } from "~/browser/revalidate";
import type { FlashData } from "~/models/flash";
import { localeOf } from "~/models/member/viewer-dates";
import * as video from "~/routes/messages/messages.$id.video";
import * as playlist from "~/routes/playlists/playlists.new";
import * as song from "~/routes/playlists/playlists_.$id.add";
import * as game from "~/routes/trivia/trivia.new";
import { formatDay, formatShortest } from "~/ui/date-time";
import { moveHandle, snapToStep } from "~/ui/slider/slider-handles";
import { addToast, dismissToast } from "~/ui/toast/toast-queue";

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

test("a handle moves up to the other one and no further", () => {
  expect(moveHandle([18, 35], 0, 30)).toEqual([30, 35]);
  expect(moveHandle([18, 35], 0, 40)).toEqual([35, 35]);
  expect(moveHandle([20, 35], 1, 25)).toEqual([20, 25]);
  expect(moveHandle([20, 35], 1, 18)).toEqual([20, 20]);
});

test("a single handle moves anywhere", () => {
  expect(moveHandle([25], 0, 100)).toEqual([100]);
  expect(moveHandle([25], 0, 5)).toEqual([5]);
});

test("for any input, the first value never exceeds the second and the other handle stays put", () => {
  const value = fc.integer({ min: 18, max: 65 });
  fc.assert(
    fc.property(value, value, value, fc.constantFrom(0, 1), (a, b, wanted, index) => {
      const values = [Math.min(a, b), Math.max(a, b)];
      const [first = Number.NaN, last = Number.NaN] = moveHandle(values, index, wanted);
      expect(first).toBeLessThanOrEqual(last);
      expect([first, last][1 - index]).toBe(values[1 - index]);
    }),
  );
});

test("typed input snaps to the nearest step within the bounds", () => {
  expect(snapToStep(27, 5, 100, 5, 25)).toBe(25);
  expect(snapToStep(400, 5, 100, 5, 25)).toBe(100);
  expect(snapToStep(Number.NaN, 5, 100, 5, 25)).toBe(25);
});

const liked: FlashData = { id: "1", kind: "success", title: "Match recorded" };
const saved: FlashData = { id: "2", kind: "success", title: "Profile updated" };
const failed: FlashData = { id: "3", kind: "error", title: "Error" };

test("a newer success replaces an older one", () => {
  expect(addToast({ shown: liked }, saved)).toEqual({ shown: saved });
});

test("a success waits until the error shown is dismissed", () => {
  const queue = addToast({ shown: failed }, saved);
  expect(queue).toEqual({ shown: failed, waiting: saved });
  expect(dismissToast(queue)).toEqual({ shown: saved });
});

test("an error replaces a success", () => {
  expect(addToast({ shown: liked }, failed)).toEqual({ shown: failed });
});

test("a flash message that is already shown changes nothing", () => {
  const queue = { shown: liked };
  expect(addToast(queue, { ...liked })).toBe(queue);
});

const here = new URL("http://b-side.example/here");
const asked = {
  currentUrl: here,
  nextUrl: here,
  currentParams: {},
  nextParams: {},
  defaultShouldRevalidate: true,
};

test.each([
  ["a video", video],
  ["a song", song],
  ["a playlist", playlist],
  ["a game", game],
])("the form of %s keeps its id across live events until it is submitted", (_, { shouldRevalidate }) => {
  const loads = (what: Partial<ShouldRevalidateFunctionArgs>) => shouldRevalidate({ ...asked, ...what });
  expect(loads({})).toBe(false);
  expect(loads({ formMethod: "POST", actionStatus: UNREACHABLE_STATUS })).toBe(false);
  expect(loads({ formMethod: "POST", actionStatus: 409 })).toBe(true);
  expect(loads({ formMethod: "POST" })).toBe(true);
});

test("every screen with a loader says when it loads again", () => {
  const routes = readdirSync("app/routes", { recursive: true, encoding: "utf8" });
  const screens = ["root.tsx", ...routes.map((path) => `routes/${path}`)]
    .filter((path) => path.endsWith(".tsx"))
    .map((path) => ({ path, code: readFileSync(`app/${path}`, "utf8") }))
    .filter(({ code }) => /^export .*\bdefault\b/m.test(code) && /^export .*\bloader\b/m.test(code));
  expect(screens.length).toBeGreaterThan(100);
  expect(screens.filter(({ code }) => !/^export .*\bshouldRevalidate\b/m.test(code))).toEqual([]);
});
