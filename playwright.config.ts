// The browser tests: journeys in Chromium, against a built server.
import { defineConfig } from "@playwright/test";
import { makeScratchPath } from "./tests/scratch-folder";

// The workers inherit it.
process.env.TEST_DATA_DIR ??= makeScratchPath();

// The journeys that `npm run test:all` runs besides those of `npm test`.
const isWhole = process.env.JOURNEYS === "all";

const port = Number(process.env.TEST_PORT ?? 3210);

export default defineConfig({
  testDir: "tests/browser",
  testMatch: "**/*.spec.ts",
  grep: isWhole ? /@all/ : undefined,
  grepInvert: isWhole ? undefined : /@all/,
  fullyParallel: false,
  // Vitest runs beside them.
  workers: 2,
  // Tests wait well under a second on a fast machine; these limits allow for slow ones.
  timeout: 180_000,
  expect: { timeout: 20_000 },
  reporter: [["list"]],
  use: {
    baseURL: `http://localhost:${port}`,
    // What a service worker sends passes `page.route` by. offline.spec.ts allows it.
    serviceWorkers: "block",
    userAgent:
      "Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Safari/537.36",
    launchOptions: {
      executablePath: process.env.CHROMIUM_PATH || undefined,
      args: [
        "--no-sandbox",
        "--disable-gpu",
        "--disable-quic",
        "--no-first-run",
        "--disable-background-networking",
        "--disable-component-update",
        "--disable-sync",
        "--use-fake-device-for-media-stream",
        // The headless shell has nobody to ask, and refuses instead.
        "--use-fake-ui-for-media-stream",
      ],
    },
  },
  webServer: {
    command: "node_modules/.bin/tsx tests/browser/server.ts",
    url: `http://localhost:${port}/healthz`,
    reuseExistingServer: false,
    timeout: 180_000,
    gracefulShutdown: { signal: "SIGTERM", timeout: 10_000 },
    env: { PORT: String(port) },
  },
});
