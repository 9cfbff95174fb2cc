// The setup of vitest: every test file has its own database. `npm run test:fast` runs `unit`; `slow` are the tests that
// start the built server and those that take longer than a few seconds; each of
// `seeds` plays a share of the simulation's seeds, `simulation` finds the faults planted in it, and `browsers` are those in
// Firefox and WebKit.
import { availableParallelism } from "node:os";
import { defineConfig } from "vitest/config";

const all = "tests/**/*.test.{ts,tsx}";
const slow = [
  "tests/api/**/*.test.ts",
  "tests/build.test.ts",
  "tests/components/profile-forms.test.ts",
  "tests/db/{log-stress,transaction}.test.ts",
  "tests/http/schemas.test.ts",
  "tests/integrations/{http-request,storage}.test.ts",
  "tests/jobs/*.test.ts",
  "tests/live/streams.test.ts",
  "tests/matching/{communities,discover,index-finder,index-process,workers}.test.ts",
  "tests/models/account/{data-inventory,known-client}.test.ts",
  "tests/models/{catalog,connection,picture,record}/*.test.ts",
  "tests/models/conversation/{conversation,goodbye,voice}.test.ts",
  "tests/models/cursor.test.ts",
  "tests/models/match/{connection-end,decision}.test.ts",
  "tests/models/music/{sleeve,sleeve-words}.test.ts",
  "tests/models/playlist/playlist.test.ts",
  "tests/models/safety/{case,evasion}.test.ts",
  "tests/models/trivia/trivia.test.ts",
  "tests/seed/demo.test.ts",
  "tests/simulation/over-http.test.ts",
  "tests/styles.test.ts",
];
const seeds = ["tests/simulation/simulation.test.ts"];
const simulation = ["tests/simulation/over-http.test.ts", "tests/simulation/planted-faults.test.ts"];
const browsers = ["tests/other-browsers/**/*.test.ts"];

/** As many processes play the simulation's seeds as there are cores. */
const shares = [...Array(availableParallelism()).keys()];

export default defineConfig({
  resolve: {
    alias: { "~": new URL("./app", import.meta.url).pathname, db: new URL("./db", import.meta.url).pathname },
  },
  test: {
    projects: [
      {
        extends: true,
        test: {
          name: "unit",
          include: [all],
          exclude: [...slow, ...seeds, ...simulation, ...browsers],
          // tests/setup.ts gives each file modules of its own. Packages stay loaded, which takes longer than most tests.
          isolate: false,
        },
      },
      { extends: true, test: { name: "slow", include: slow } },
      // Vitest begins with the first names, so that the longest tests are not the last ones.
      ...shares.map((share) => ({
        extends: true as const,
        test: {
          name: `seeds ${share + 1}`,
          include: seeds,
          env: { SIMULATE_SHARE: String(share), SIMULATE_SHARES: String(shares.length) },
        },
      })),
      { extends: true, test: { name: "simulation", include: simulation } },
      { extends: true, test: { name: "browsers", include: browsers } },
    ],
    globalSetup: ["tests/global-setup.ts"],
    setupFiles: ["tests/setup.ts"],
    pool: "forks",
    // One more than the cores that they are for: many tests wait for a server's start, a lock or a timeout.
    maxWorkers: 3,
    // Tests wait for what they need, and these limits allow for slow machines.
    testTimeout: 180_000,
    hookTimeout: 180_000,
    expect: { poll: { timeout: 60_000 } },
  },
});
