// Runs the built server on a fresh database with the demo members and fake music services.
import { spawn } from "node:child_process";
import { rmSync } from "node:fs";
import { SERVER } from "./own-site";

const dataDir = process.env.TEST_DATA_DIR ?? "";
const args = ["tests/fakes/run.ts", "--no-mail", process.execPath, ...SERVER];
const child = spawn("node_modules/.bin/tsx", args, {
  stdio: "inherit",
  env: {
    ...process.env,
    NODE_ENV: "production",
    DATA_DIR: dataDir,
    RATE_LIMITS: "off",
    DEADLINES: "off",
    LOG_LEVEL: "error",
  },
});
for (const signal of ["SIGINT", "SIGTERM"] as const) process.on(signal, () => child.kill(signal));
child.on("exit", (code) => {
  rmSync(dataDir, { recursive: true, force: true });
  process.exit(code ?? 0);
});
