import { expect, test } from "vitest";
import { pollDelay } from "~/live/poll-interval";

test("an open chat polls every three seconds, and less often while polls fail", () => {
  expect([0, 1, 2, 3, 4, 5, 50].map(pollDelay)).toEqual([3000, 6000, 12000, 24000, 48000, 60000, 60000]);
});
