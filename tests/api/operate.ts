// Runs the operator's commands as they are in the image.
import { execFile } from "node:child_process";
import { nodePath } from "./server";

/** Runs a command on a data folder; resolves with its exit code and output. */
export function operate(dataDir: string, args: string[], variables: Record<string, string> = {}) {
  return new Promise<{ code: number; said: string }>((resolve) => {
    const env = { PATH: process.env.PATH, NODE_ENV: "production" as const, DATA_DIR: dataDir, ...variables };
    execFile(nodePath, ["build/cli.js", ...args], { env }, (error, stdout, stderr) => {
      resolve({ code: error ? Number(error.code) : 0, said: (stdout + stderr).trim() });
    });
  });
}
