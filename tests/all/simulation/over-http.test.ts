// Seeded scenarios over HTTP: the built server and a model agree after every moment, though it is killed meanwhile.
import fc from "fast-check";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { env } from "~/env.server";
import { type RunningServer, startServer } from "../../api/server";
import { kindsOverHttp, worldOf } from "../../simulation/over-http";
import { play, START } from "../../simulation/run";
import { HOURS, scenarios } from "../../simulation/steps";

const SEEDS = 8;
const SEED = Number(process.env.SIMULATE_SEED ?? 1);
const MOMENTS = 30;

const start = (port?: number) =>
  startServer({
    DATA_DIR: env.dataDir,
    NODE_OPTIONS: `--import=${new URL("../../simulation/moved-clock.mjs", import.meta.url)}`,
    CLOCK: String(Date.now()),
    ...(port && { PORT: String(port) }),
  });
let running: RunningServer;

beforeAll(async () => {
  vi.useFakeTimers({ toFake: ["Date"], now: START });
  running = await start();
});

afterAll(async () => {
  vi.useRealTimers();
  expect(await running.stop()).toBe(0);
  expect(running.output()).not.toContain('"msg":"bug"');
});

test.each([
  ["talk", "talks", SEEDS],
  ["send files", "files", SEEDS / 2],
] as const)(
  "members %s over HTTP",
  async (_, room, numRuns) => {
    const world = worldOf(
      () => running,
      async () => {
        running = await start(running.port);
      },
    );
    // Weeks would end the sessions.
    const scenario = scenarios(3, MOMENTS, { room, only: kindsOverHttp, waits: HOURS, calm: 20 });
    const property = fc.asyncProperty(scenario, (moments) => play(moments, world));
    await fc.assert(property, { seed: SEED, numRuns, endOnFailure: true });
  },
  600_000,
);
