import { expect, test } from "vitest";
import { decodeCursor, encodeCursor, hashEventId } from "~/live/cursor.server";

const [ADA, BEN] = [281474976710654, 7];

test("a cursor resolves to the member's row, and differs each time", () => {
  for (const id of [0, 1, 41, 2 ** 47]) {
    const row = { id, createdAt: 1_795_000_000_000 };
    const cursors = [encodeCursor(ADA, row), encodeCursor(ADA, row)];
    expect(new Set(cursors).size).toBe(2);
    for (const cursor of cursors) {
      expect(cursor).toMatch(/^[\w-]{54}$/);
      expect(decodeCursor(ADA, cursor)).toEqual(row);
    }
  }
});

test("a cursor that is not the member's own precedes every event", () => {
  expect([undefined, ""].map((given) => decodeCursor(ADA, given))).toEqual([undefined, undefined]);
  const row = { id: 41, createdAt: 1 };
  const cursor = encodeCursor(ADA, row);
  const foreign = [
    encodeCursor(BEN, row),
    cursor.slice(1),
    `${cursor}AAAA`,
    "41",
    "0",
    "-1",
    "\u0000",
    "x".repeat(54),
  ];
  for (const given of foreign) expect([given, decodeCursor(ADA, given)?.id]).toEqual([given, -1]);
});

test("the hash of an event id is stable for a member and differs between members", () => {
  expect(hashEventId(ADA, 41)).toBe(hashEventId(ADA, 41));
  expect(new Set([hashEventId(ADA, 41), hashEventId(ADA, 42), hashEventId(BEN, 41)]).size).toBe(3);
});
