// A server of a test's own, on an empty database without demo members.
import { spawn } from "node:child_process";
import { once } from "node:events";
import { rmSync } from "node:fs";
import { freePort } from "../free-port";
import { makeScratchPath } from "../scratch-folder";

/** What Node runs: the built server, with packages as quick as in the tests of pages and of the API. */
export const SERVER = ["--import", "./tests/quick-packages.mjs", "build/server/index.js"];

/** Starts the built server with these environment variables. */
export async function startSite(
  variables: Record<string, string> = {},
): Promise<{ origin: string; dataDir: string; stop: () => Promise<void> }> {
  const port = await freePort();
  const dataDir = makeScratchPath();
  const child = spawn(process.execPath, SERVER, {
    stdio: ["ignore", "pipe", "inherit"],
    env: {
      ...process.env,
      NODE_ENV: "production",
      PORT: String(port),
      DATA_DIR: dataDir,
      DEMO: "0",
      RATE_LIMITS: "off",
      DEADLINES: "off",
      LOG_LEVEL: "error",
      ...variables,
    },
  });
  await new Promise<void>((resolve, reject) => {
    child.stdout.on("data", (part) => String(part).includes("is running") && resolve());
    child.once("exit", (code) => reject(new Error(`The server exited with ${code}`)));
  });
  async function stop() {
    const ended = once(child, "close");
    child.kill();
    await ended;
    rmSync(dataDir, { recursive: true, force: true });
  }
  return { origin: `http://localhost:${port}`, dataDir, stop };
}
