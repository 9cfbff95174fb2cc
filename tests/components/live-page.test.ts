// When an open page asks for its counts: at once after a lost connection, and never after it was left.
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import type { LiveEvent } from "~/browser/live-events";
import { startLivePage } from "~/browser/live-page";
import type { Counts } from "~/models/notification/counts";

let tell: (event: LiveEvent) => void;
vi.mock("~/browser/live-events", () => ({
  subscribeToEvents(_: string, listener: (event: LiveEvent) => void) {
    tell = listener;
    return () => undefined;
  },
}));

const reload = vi.fn();
const fetched = vi.fn<() => Promise<Response>>();
const revalidate = vi.fn();
const match = { event: "match" } as LiveEvent;

beforeEach(() => {
  vi.useFakeTimers();
  vi.stubGlobal("window", Object.assign(new EventTarget(), { location: { reload } }));
  const page = { visibilityState: "visible", documentElement: { dataset: {} } };
  vi.stubGlobal("document", Object.assign(new EventTarget(), page));
  vi.stubGlobal("navigator", {});
  vi.stubGlobal("fetch", fetched);
});

afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
  vi.clearAllMocks();
});

function start() {
  const page = new AbortController();
  const loaded = { memberId: "1", newest: "a" } as Counts;
  startLivePage({
    page: { current: { loaded, pathname: "/matches", revalidate, isIdle: () => true } },
    setPolled: () => undefined,
    dispatch: () => undefined,
    showToast: () => undefined,
    isLeaving: () => false,
    signal: page.signal,
  });
  return page;
}

const answer = (counts: object) => () => Promise.resolve(Response.json(counts));
const fail = () => Promise.reject(new TypeError("Failed to fetch"));

test("the counts are asked for at once when the connection is back, however often it failed before", async () => {
  start();
  fetched.mockImplementation(fail);
  tell(match);
  await vi.advanceTimersByTimeAsync(60_000);
  const failed = fetched.mock.calls.length;
  expect(failed).toBeLessThan(8);
  fetched.mockImplementation(answer({ memberId: "1", newest: "b" }));
  tell({ event: "open" } as LiveEvent);
  await vi.advanceTimersByTimeAsync(0);
  expect(fetched).toHaveBeenCalledTimes(failed + 1);
  expect(revalidate).toHaveBeenCalledTimes(1);
});

test("a page that was left asks no more", async () => {
  const page = start();
  fetched.mockImplementation(async () => {
    page.abort();
    return fail();
  });
  tell(match);
  await vi.advanceTimersByTimeAsync(600_000);
  expect(fetched).toHaveBeenCalledTimes(1);
});

test.each([
  ["another member's counts reload the page", { memberId: "2", newest: "b" }, 1],
  ["the member's own don't", { memberId: "1", newest: "b" }, 0],
  ["those of an older server, which names nobody, don't", { newest: "b" }, 0],
])("%s", async (_, counts, reloads) => {
  start();
  fetched.mockImplementation(answer(counts));
  tell(match);
  await vi.advanceTimersByTimeAsync(0);
  expect(reload).toHaveBeenCalledTimes(reloads);
});
