// The setup of vitest: every test file has its own database. `npm run test:fast` runs `unit`; `slow` are the tests that
// start the built server, search a large community, simulate a small one or write for a while, `simulation` adds the faults
// planted in that, and `browsers` are those in Firefox and WebKit.
import { defineConfig } from "vitest/config";

const all = "tests/**/*.test.{ts,tsx}";
const slow = [
  "tests/api/**/*.test.ts",
  "tests/db/log-stress.test.ts",
  "tests/matching/communities.test.ts",
  "tests/simulation/over-http.test.ts",
  "tests/simulation/simulation.test.ts",
];
const simulation = ["tests/simulation/*.test.ts"];
const browsers = ["tests/other-browsers/**/*.test.ts"];

export default defineConfig({
  resolve: {
    alias: { "~": new URL("./app", import.meta.url).pathname, db: new URL("./db", import.meta.url).pathname },
  },
  test: {
    projects: [
      {
        extends: true,
        test: { name: "unit", include: [all], exclude: [...slow, ...simulation, ...browsers] },
      },
      { extends: true, test: { name: "slow", include: slow } },
      { extends: true, test: { name: "simulation", include: simulation } },
      { extends: true, test: { name: "browsers", include: browsers } },
    ],
    globalSetup: ["tests/global-setup.ts"],
    setupFiles: ["tests/setup.ts"],
    pool: "forks",
    maxWorkers: 2,
    // Tests wait for what they need, and these limits allow for slow machines.
    testTimeout: 180_000,
    hookTimeout: 180_000,
    expect: { poll: { timeout: 60_000 } },
  },
});
