// The demo's shows are always in the coming weeks, once each, and demo members go there.
import { db } from "db/client.server";
import { going, show } from "db/schema";
import { seedDemo } from "db/seed/demo.server";
import { announceAsDemo } from "db/seed/demo-shows.server";
import { expect, test } from "vitest";
import { DAY_MS } from "~/durations";
import { dayAt } from "~/matching/cell";

test("eight shows ahead on any day, each once, with people who would go with somebody", async () => {
  await seedDemo();
  const now = Date.now();
  for (let day = 0; day < 35; day += 5) {
    const at = now + day * DAY_MS;
    await announceAsDemo(at);
    await announceAsDemo(at);
    const ahead = (await db.select().from(show)).filter((row) => row.day > dayAt(row.cell, at));
    expect(ahead).toHaveLength(8);
    expect(Math.max(...ahead.map((row) => row.day)) - dayAt(null, at)).toBeLessThanOrEqual(30);
  }
  const goers = await db.select().from(going);
  expect(goers.filter(({ withSomebody }) => withSomebody).length).toBeGreaterThan(4);
});
