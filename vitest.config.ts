// The setup of vitest: every test file has its own database. `npm test` runs `modules`, the apps and a few of the
// simulation's seeds; a folder in tests/all is a group that only `npm run test:all` runs.
import { readdirSync } from "node:fs";
import { availableParallelism } from "node:os";
import { defineConfig } from "vitest/config";

const WHOLE = "tests/all";
const groups = foldersIn(WHOLE);

/**
 * The tests that run the built app in their own process, by the name of their project. An app stays in memory after its file,
 * so that each folder has a process of its own.
 */
const apps: Record<string, string> = {
  pages: "tests/pages/**/*.test.ts",
  api: "tests/api/*.test.ts",
  ...Object.fromEntries(
    foldersIn("tests/api").map((name) => [`api ${name}`, `tests/api/${name}/**/*.test.ts`]),
  ),
};

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
          exclude: [...Object.values(apps), `${WHOLE}/**`, "tests/simulation/**"],
          // tests/setup.ts gives each file modules of its own. Packages stay loaded, which takes longer than most tests.
          isolate: false,
        },
      },
      ...Object.entries(apps).map(([name, include]) => ({
        extends: true as const,
        test: { name, include: [include], isolate: false },
      })),
      // Vitest begins with the first names, so that the longest tests are not the last ones.
      ...shares.map((share) => ({
        extends: true as const,
        test: {
          name: `seeds ${share + 1}`,
          include: ["tests/simulation/*.test.ts"],
          env: { SIMULATE_SHARE: String(share), SIMULATE_SHARES: String(shares.length) },
        },
      })),
      ...groups.map((name) => ({
        extends: true as const,
        // Some start several machines, or compare whole communities: beside a load that takes minutes.
        test: { name, include: [`${WHOLE}/${name}/**/*.test.ts`], testTimeout: 600_000 },
      })),
    ],
    // What is transformed in one project or run is not transformed again in the next.
    experimental: { fsModuleCache: true, fsModuleCachePath: "node_modules/.cache/vitest" },
    globalSetup: ["tests/global-setup.ts"],
    setupFiles: ["tests/setup.ts"],
    pool: "forks",
    execArgv: ["--import", new URL("./tests/quick-packages.mjs", import.meta.url).href],
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

function foldersIn(path: string): string[] {
  const entries = readdirSync(path, { withFileTypes: true });
  return entries.filter((entry) => entry.isDirectory()).map(({ name }) => name);
}
