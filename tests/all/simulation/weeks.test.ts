// Three weeks of 500 members by the clock: who is told about whom and when, and whom Discover shows, beside a model.
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { DAY_MS } from "~/durations";
import { playWeeks } from "../../simulation/weeks";

beforeAll(() => {
  vi.useFakeTimers({ toFake: ["Date"] });
});

afterAll(() => {
  vi.useRealTimers();
});

test("three weeks of 500 members with 30 acts every six hours", async () => {
  const told = await playWeeks({ size: 500, days: 21, acts: 30, seed: 1 });
  const days = new Set(told.map(({ at }) => Math.floor(at / DAY_MS)));
  expect(days.size).toBe(21);
});
