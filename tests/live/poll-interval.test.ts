import { expect, test } from "vitest";
import { pollDelay } from "~/live/rhythm";

test("the open chat asks every three seconds, and ever more rarely while there is no answer", () => {
  expect([0, 1, 2, 3, 4, 5, 50].map(pollDelay)).toEqual([3000, 6000, 12000, 24000, 48000, 60000, 60000]);
});
