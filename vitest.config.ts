// The setup of vitest: every test file has its own database. `npm run test:fast` runs `unit`; `slow` are the tests that
// start the built server or search a large community.
import { defineConfig } from "vitest/config";

const all = "tests/**/*.test.{ts,tsx}";
const slow = ["tests/api/**/*.test.ts", "tests/matching/ten-thousand.test.ts"];

export default defineConfig({
  resolve: {
    alias: { "~": new URL("./app", import.meta.url).pathname, db: new URL("./db", import.meta.url).pathname },
  },
  test: {
    projects: [
      { extends: true, test: { name: "unit", include: [all], exclude: slow } },
      { extends: true, test: { name: "slow", include: slow } },
    ],
    globalSetup: ["tests/global-setup.ts"],
    setupFiles: ["tests/setup.ts"],
    pool: "forks",
    maxWorkers: 2,
    testTimeout: 60_000,
    hookTimeout: 60_000,
  },
});
