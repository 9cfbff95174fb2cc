import { expect, test } from "vitest";
import { describePeople, formatPeople, toPeopleCount } from "~/models/count";

test("how many people there are is said in steps", () => {
  const said = [0, 1, 4, 5, 9, 10, 19, 20, 49, 50, 1000].map((people) =>
    describePeople(toPeopleCount(people)),
  );
  expect([...new Set(said)]).toEqual([
    "Few people",
    "At least 5 people",
    "At least 10 people",
    "At least 20 people",
    "At least 50 people",
  ]);
  expect(said.slice(0, 4)).toEqual([...Array(3).fill("Few people"), "At least 5 people"]);
  expect([null, 5 as const].map(formatPeople)).toEqual(["a few", "5+"]);
});
