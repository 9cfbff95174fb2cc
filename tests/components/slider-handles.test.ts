// The handles of a slider cannot cross.
import fc from "fast-check";
import { expect, test } from "vitest";
import { moveHandle, snapToStep } from "~/ui/slider/slider-handles";

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
