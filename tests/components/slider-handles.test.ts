// The handles of a slider cannot cross.
import fc from "fast-check";
import { expect, test } from "vitest";
import { moveHandle, type Span, snapToStep } from "~/components/ui/slider-handles";

test("the lower handle moves up to the upper one and no further", () => {
  expect(moveHandle([18, 35], [30, 35], null)).toEqual({ span: [30, 35], handle: 0 });
  expect(moveHandle([18, 35], [35, 40], null)).toEqual({ span: [35, 35], handle: 0 });
});

test("the upper handle moves down to the lower one and no further", () => {
  expect(moveHandle([20, 35], [20, 25], null)).toEqual({ span: [20, 25], handle: 1 });
  expect(moveHandle([20, 35], [18, 20], null)).toEqual({ span: [20, 20], handle: 1 });
});

test("a stopped handle moves back without moving the other one", () => {
  const stopped = moveHandle([18, 35], [35, 50], 0);
  expect(moveHandle(stopped.span, [30, 35], stopped.handle)).toEqual({ span: [30, 35], handle: 0 });
});

test("for any input, the first value never exceeds the second and the other handle stays put", () => {
  const value = fc.integer({ min: 18, max: 65 });
  fc.assert(
    fc.property(value, value, value, fc.constantFrom(0 as const, 1 as const), (a, b, wanted, handle) => {
      const current: Span = a < b ? [a, b] : [b, a];
      const asked = [current[handle === 0 ? 1 : 0], wanted].sort((x, y) => x - y) as Span;
      const { span } = moveHandle(current, asked, handle);
      expect(span[0]).toBeLessThanOrEqual(span[1]);
      expect(span[handle === 0 ? 1 : 0]).toBe(current[handle === 0 ? 1 : 0]);
    }),
  );
});

test("typed input snaps to the nearest step within the bounds", () => {
  expect(snapToStep(27, 5, 100, 5, 25)).toBe(25);
  expect(snapToStep(400, 5, 100, 5, 25)).toBe(100);
  expect(snapToStep(Number.NaN, 5, 100, 5, 25)).toBe(25);
});
