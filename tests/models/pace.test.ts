import { db } from "db/client.server";
import { servicePace } from "db/schema";
import { beforeEach, expect, test } from "vitest";
import { holdTurns, takeTurn } from "~/models/pace.server";

beforeEach(() => db.delete(servicePace));

test("turns taken at once come a second apart, and nobody waits longer than they can", async () => {
  const begun = performance.now();
  const take = async () => ((await takeTurn("a", 3_000)) ? performance.now() - begun : "none");
  const turns = await Promise.all([take(), take(), take(), take(), take(), take()]);
  const taken = turns.filter((turn) => typeof turn === "number");
  expect(turns.filter((turn) => turn === "none")).toHaveLength(3);
  taken.forEach((turn, index) => {
    expect(turn).toBeGreaterThanOrEqual(index * 1_100 - 5);
  });
});

test("a turn that nobody had in the past is no turn saved up", async () => {
  await db.insert(servicePace).values({ service: "a", nextAt: new Date(Date.now() - 60_000) });
  expect(await takeTurn("a", 0)).toBe(true);
  expect(await takeTurn("a", 0)).toBe(false);
  expect(await takeTurn("a", 1_100)).toBe(true);
});

test("a pause holds everybody's turns, one service's only, and a shorter one shortens nothing", async () => {
  await holdTurns("a", 10_000);
  await holdTurns("a", 1_000);
  expect(await takeTurn("a", 9_000)).toBe(false);
  expect(await takeTurn("b", 0)).toBe(true);
});
