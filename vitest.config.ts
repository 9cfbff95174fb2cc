// The setup of vitest: every test file has its own database. `npm test` runs `modules`, `app`, a few of the simulation's
// seeds and one journey in the other browsers; a folder in tests/all is a group that only `npm run test:all` runs.
import { readdirSync } from "node:fs";
import { availableParallelism } from "node:os";
import { defineConfig } from "vitest/config";

const WHOLE = "tests/all";
/** The folders whose files need the built app, which runs in their process. */
const API = ["tests/api/**/*.test.ts"];
const PAGES = ["tests/pages/**/*.test.ts"];

const groups = readdirSync(WHOLE, { withFileTypes: true }).filter((entry) => entry.isDirectory());

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
          name: "modules",
          include: ["tests/**/*.test.{ts,tsx}"],
          exclude: [...API, ...PAGES, `${WHOLE}/**`, "tests/simulation/**", "tests/other-browsers/**"],
          // tests/setup.ts gives each file modules of its own. Packages stay loaded, which takes longer than most tests.
          isolate: false,
        },
      },
      // The built app of each file stays in memory, and there are too many in tests/api for that.
      { extends: true, test: { name: "pages", include: PAGES, isolate: false } },
      { extends: true, test: { name: "api", include: API } },
      // Vitest begins with the first names, so that the longest tests are not the last ones.
      ...shares.map((share) => ({
        extends: true as const,
        test: {
          name: `seeds ${share + 1}`,
          include: ["tests/simulation/*.test.ts"],
          env: { SIMULATE_SHARE: String(share), SIMULATE_SHARES: String(shares.length) },
        },
      })),
      { extends: true, test: { name: "other-browsers", include: ["tests/other-browsers/*.test.ts"] } },
      ...groups.map(({ name }) => ({
        extends: true as const,
        test: { name, include: [`${WHOLE}/${name}/**/*.test.ts`] },
      })),
    ],
    // What is transformed in one project or run is not transformed again in the next.
    experimental: { fsModuleCache: true, fsModuleCachePath: "node_modules/.cache/vitest" },
    globalSetup: ["tests/global-setup.ts"],
    setupFiles: ["tests/setup.ts"],
    pool: "forks",
    // Node.js itself loads the built server.
    server: { deps: { external: [/\/build\/server\/index\.js/] } },
    // One more than the cores that they are for: many tests wait for a server's start, a lock or a timeout.
    maxWorkers: 3,
    // Tests wait for what they need, and these limits allow for slow machines.
    testTimeout: 180_000,
    hookTimeout: 180_000,
    expect: { poll: { timeout: 60_000 } },
  },
});
