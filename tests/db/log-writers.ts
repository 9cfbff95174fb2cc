// Processes that write to one database file and copy its log at the same time, some of them killed, and what is left of
// their rows.
import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdirSync, mkdtempSync, rmSync } from "node:fs";
import { join, resolve } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { openLocal } from "db/local.server";
import { openFile } from "db/write-ahead-log.server";
import { build } from "esbuild";
import { makeScratchFolder } from "../scratch-folder";
import { countNotes, readNotes } from "./log-notes";

const PROGRAMS = "node_modules/.cache";
const SAMPLE_MS = 5;

type Options = {
  seconds: number;
  processes: number;
  /** Processes that copy the log as often as they can. */
  copiers?: number;
  /** After how many milliseconds a process is killed and another one started. */
  killEvery?: number;
};

type Result = {
  /** Rows whose commit a process has seen. */
  acknowledged: number;
  /** Acknowledged rows that are not in the database. */
  lost: number;
  integrity: string;
  killed: number;
};

/** Lets processes write for some seconds, and compares what they noted with what is there. */
export async function writeAtOnce(options: Options): Promise<Result> {
  const { seconds, processes, copiers = 0, killEvery } = options;
  const folder = makeScratchFolder();
  const programs = await bundlePrograms();
  const file = join(folder, "b-side.sqlite");
  const running: ChildProcess[] = [];
  const starts = new WeakMap<ChildProcess, () => void>();
  const notes: string[] = [];
  let killed = 0;
  const start = (program: string, makeArgs: () => string[]) => {
    const args = [join(programs, program), file, ...makeArgs()];
    const child = spawn(process.execPath, args, { stdio: ["ignore", "ignore", "inherit"] });
    starts.set(child, () => start(program, makeArgs));
    running.push(child);
  };
  const noteRows = () => {
    const name = String(notes.length);
    const own = join(folder, `${name}.txt`);
    notes.push(own);
    return [own, name];
  };
  const replaceOldest = () => {
    const [oldest] = running.splice(0, 1);
    if (!oldest) return;
    oldest.kill("SIGKILL");
    killed++;
    starts.get(oldest)?.();
  };
  try {
    await createFile(file);
    for (let i = 0; i < processes; i++) start("log-writer.mjs", noteRows);
    for (let i = 0; i < copiers; i++) start("log-copier.mjs", () => []);
    while (notes.some((each) => countNotes(each) === 0)) {
      if (running.some(({ exitCode }) => exitCode !== null))
        throw new Error("a process that writes has ended");
      await pause(SAMPLE_MS);
    }
    const began = performance.now();
    let kills = 1;
    for (let ms = 0; ms < seconds * 1000; ms = performance.now() - began) {
      if (killEvery && ms > kills * killEvery) {
        kills++;
        replaceOldest();
      }
      await pause(SAMPLE_MS);
    }
    await Promise.all(running.map(stop));
    return { ...compare(file, notes), killed };
  } finally {
    for (const child of running) child.kill("SIGKILL");
    for (const each of [folder, programs]) rmSync(each, { recursive: true, force: true });
  }
}

/** Bundles the programs, since starting them with tsx takes a second, and returns their folder. */
async function bundlePrograms(): Promise<string> {
  mkdirSync(PROGRAMS, { recursive: true });
  const outdir = mkdtempSync(join(resolve(PROGRAMS), "log-"));
  await build({
    entryPoints: ["tests/db/log-writer.ts", "tests/db/log-copier.ts"],
    outdir,
    outExtension: { ".js": ".mjs" },
    bundle: true,
    platform: "node",
    format: "esm",
    external: ["libsql", "@libsql/client"],
  });
  return outdir;
}

async function createFile(file: string) {
  const client = openLocal(`file:${file}`, file, 0);
  await client.execute("pragma journal_mode = wal");
  await client.execute("create table word (text text primary key, bytes blob)");
  client.close();
}

async function stop(child: ChildProcess) {
  child.kill("SIGTERM");
  if (child.exitCode === null && child.signalCode === null) await once(child, "exit");
  // One that has only just started ends by the signal.
  if (child.exitCode) throw new Error(`a process ended with ${child.exitCode}`);
}

function compare(file: string, notes: string[]): Pick<Result, "acknowledged" | "lost" | "integrity"> {
  const database = openFile(file, 5000);
  try {
    const [check] = database.prepare("pragma integrity_check(1)").all() as { integrity_check: string }[];
    const find = database.prepare(
      `select count(*) as count from json_each(?) as noted where exists (select 1 from word where text = ? || ' ' || noted.value)`,
    );
    const rows = notes.map(readNotes);
    const found = rows.map((each, name) => {
      const [row] = find.all([JSON.stringify(each), String(name)]) as { count: number }[];
      return Number(row?.count);
    });
    const acknowledged = sum(rows.map(({ length }) => length));
    return { acknowledged, lost: acknowledged - sum(found), integrity: check?.integrity_check ?? "" };
  } finally {
    database.close();
  }
}

function sum(values: number[]): number {
  return values.reduce((total, value) => total + value, 0);
}
