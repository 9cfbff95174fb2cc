// When the browser polls: while there is no stream, also if that fails more often than a poll is due.
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { subscribeToEvents } from "~/browser/live-events";

/** A stream whose connection is lost again every three seconds, as Chromium tries. */
class UnreachableSource extends EventTarget {
  static readonly CLOSED = 2;
  readyState = 0;
  onerror?: () => void;
  private timer = setInterval(() => this.onerror?.(), 3000);
  close() {
    clearInterval(this.timer);
  }
}

beforeEach(() => {
  vi.useFakeTimers();
  vi.stubGlobal("document", Object.assign(new EventTarget(), { visibilityState: "visible" }));
  vi.stubGlobal("EventSource", UnreachableSource);
});

afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

test("polls go on after a failed one while the stream can't be reached", async () => {
  const poll = vi.fn(() => Promise.resolve(false)).mockRejectedValueOnce(new TypeError("Failed to fetch"));
  const unsubscribe = subscribeToEvents("", () => undefined, poll);
  await vi.advanceTimersByTimeAsync(30_000);
  expect(poll.mock.calls.length).toBeGreaterThan(3);
  unsubscribe();
});
