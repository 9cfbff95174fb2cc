// Seeded scenarios of a small community: the app and a model beside it agree after every moment, whatever fails meanwhile.
import fc from "fast-check";
import { afterAll, beforeAll, test, vi } from "vitest";
import { newcomerScenarios, playNewcomers } from "./newcomers";
import { play } from "./run";
import { scenarios } from "./steps";

const SEEDS = Number(process.env.SIMULATE_SEEDS ?? 10);
const SEED = Number(process.env.SIMULATE_SEED ?? 1);
/** Several of these run beside each other, each with every so many-th seed. */
const SHARES = Number(process.env.SIMULATE_SHARES ?? 1);
const SHARE = Number(process.env.SIMULATE_SHARE ?? 0);
const MOMENTS = 30;
const seeds = Array.from({ length: SEEDS }, (_, i) => SEED + i).filter((_, i) => i % SHARES === SHARE);

// So that a scenario finishes a game.
vi.mock("~/models/trivia/trivia", async (load) => ({ ...(await load<object>()), ROUNDS: 2 }));

beforeAll(() => {
  vi.useFakeTimers({ toFake: ["Date"] });
});

afterAll(() => {
  vi.useRealTimers();
});

test.runIf(seeds.length)(
  `${seeds.length} of ${SEEDS} seeds from ${SEED} on`,
  async () => {
    for (const seed of seeds)
      await fc.assert(
        fc.asyncProperty(scenarios(3, MOMENTS), (moments) => play(moments)),
        // Shrinking can take longer than all the seeds: one alone is shrunk.
        { seed, numRuns: 1, endOnFailure: SEEDS > 1 },
      );
  },
  0,
);

test.runIf(seeds.length)(
  `newcomers, consent and fraud in ${seeds.length} of ${SEEDS} seeds from ${SEED} on`,
  async () => {
    for (const seed of seeds)
      await fc.assert(fc.asyncProperty(newcomerScenarios, playNewcomers), {
        seed,
        numRuns: 1,
        endOnFailure: SEEDS > 1,
      });
  },
  0,
);
