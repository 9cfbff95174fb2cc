import fc from "fast-check";
import { expect, test } from "vitest";
import { cellOf, cellsWithin, distanceMiles } from "~/matching/cell";

const LONDON = cellOf(51.5074, -0.1278);
const PARIS = cellOf(48.8566, 2.3522);
const NEW_YORK = cellOf(40.7128, -74.006);

const cell = fc.integer({ min: 0, max: 1800 * 3600 - 1 });

test("cells count rows from the south pole and columns from the date line", () => {
  expect(cellOf(-90, -180)).toBe(0);
  expect(cellOf(0.05, 0.05)).toBe(900 * 3600 + 1800);
  expect(cellOf(89.99, 179.99)).toBe(1800 * 3600 - 1);
});

test("the poles and the date line have cells", () => {
  expect(cellOf(90, 0)).toBe(1799 * 3600 + 1800);
  expect(cellOf(0, 180)).toBe(cellOf(0, -180));
});

test("distances match the map, in steps of 5 miles", () => {
  expect(distanceMiles(LONDON, PARIS)).toBe(220); // 213 between the town centers
  expect(distanceMiles(LONDON, NEW_YORK)).toBe(3460); // 3459
  expect(distanceMiles(LONDON, LONDON)).toBe(5);
});

test("the distance to an unknown place is unknown", () => {
  expect(distanceMiles(LONDON, null)).toBeNull();
  expect(distanceMiles(null, LONDON)).toBeNull();
  expect(distanceMiles(null, null)).toBeNull();
});

test("distances take the short way across the date line", () => {
  expect(distanceMiles(cellOf(-16.8, 179.95), cellOf(-16.8, -179.95))).toBe(10);
});

test("cells around a pole are close to each other", () => {
  expect(distanceMiles(cellOf(89.95, -180), cellOf(89.95, 0))).toBe(10);
});

test("distances are symmetric, multiples of 5, and at most half the earth's circumference", () => {
  fc.assert(
    fc.property(cell, cell, (a, b) => {
      const miles = distanceMiles(a, b) ?? 0;
      expect(miles).toBe(distanceMiles(b, a));
      expect(miles % 5).toBe(0);
      expect(miles).toBeGreaterThanOrEqual(5);
      expect(miles).toBeLessThanOrEqual(12_440);
    }),
  );
});

test("cells within a distance are exactly those at most that far away", () => {
  const places = fc.oneof(
    cell,
    fc.constantFrom(LONDON, cellOf(0, 179.99), cellOf(-16.8, -180), cellOf(89.95, 10), cellOf(-90, 0)),
  );
  const steps = fc.integer({ min: 1, max: 20 }).map((step) => step * 5);
  fc.assert(
    fc.property(
      places,
      steps,
      fc.integer({ min: -20, max: 20 }),
      fc.integer({ min: -1800, max: 1800 }),
      (from, max, up, along) => {
        const row = Math.min(1799, Math.max(0, Math.floor(from / 3600) + up));
        const other = row * 3600 + ((from + along + 3600) % 3600);
        const inside = cellsWithin(from, max).some(({ low, high }) => low <= other && other <= high);
        expect(inside).toBe((distanceMiles(from, other) ?? 0) <= max);
      },
    ),
  );
});

test("ranges do not overlap, and each stays within a row", () => {
  fc.assert(
    fc.property(cell, fc.constantFrom(5, 25, 100), (from, max) => {
      const ranges = cellsWithin(from, max).sort((a, b) => a.low - b.low);
      for (const { low, high } of ranges) {
        expect(low).toBeLessThanOrEqual(high);
        expect(Math.floor(low / 3600)).toBe(Math.floor(high / 3600));
      }
      const disjoint = ranges.slice(1).every((range, i) => range.low > (ranges[i]?.high ?? 0));
      expect(disjoint).toBe(true);
    }),
  );
});
