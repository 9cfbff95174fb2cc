// Searches whose worker process dies or hangs.
import type { ChildProcess } from "node:child_process";
import { mkdtempSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createWorkerPool } from "db/workers.server";
import { afterEach, expect, onTestFinished, test, vi } from "vitest";
import { env } from "~/env.server";
import { searchWorkers } from "~/matching/worker-pool.server";
import { discover } from "~/models/match/discover.server";
import { rareTest } from "../sampled";
import { addMember } from "./members";

const taste = { artists: ["Muse", "Blur"], genres: ["Rock" as const] };
await addMember(1, {}, taste);
await addMember(2, {}, taste);

const job = { name: "read" as const, sql: "select first_name from member where id = ?", args: [2] };
const answer = "Member2";
const busy = {
  code: "unavailable",
  message: "Discover is busy at the moment. Try again in a minute.",
  retryAfterSeconds: 60,
};

afterEach(() => {
  vi.restoreAllMocks();
  vi.useRealTimers();
  env.deadlines = false;
});

/** Runs the next searches in a worker that crashes, and later ones as usual. Returns a count of all. */
function crashNext(crashes: number): () => number {
  const [run, crashing] = [searchWorkers.run, createWorkerPool(1, "tests/matching/dying-worker.mjs")];
  let count = 0;
  vi.spyOn(searchWorkers, "run").mockImplementation((job, options) => {
    if (job.name !== "search") return run(job, options);
    return count++ < crashes ? crashing.run(job, options) : run(job, options);
  });
  return () => count;
}

const endless = {
  name: "read",
  sql: "with recursive n(i) as (select 1 union all select i + 1 from n) select count(*) from n",
  args: [],
};

/** Lets jobs be given up by a clock that the test moves on. Whatever has no limit yet then has none. */
function setClock() {
  env.deadlines = true;
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
}

const exitOf = (child: ChildProcess) => new Promise((resolve) => child.once("exit", resolve));

test("a search whose worker dies is retried by another", async () => {
  const countSearches = crashNext(1);
  expect((await discover(1, {})).members).toMatchObject([{ id: "2" }]);
  expect(countSearches()).toBe(2);
});

test("a search whose retry dies too is refused, and the next one succeeds", async () => {
  const countSearches = crashNext(2);
  await expect(discover(1, {})).rejects.toMatchObject(busy);
  expect(countSearches()).toBe(2);
  expect((await discover(1, {})).members).toMatchObject([{ id: "2" }]);
});

test("a search that times out is refused without a retry, and its worker is killed", async () => {
  await discover(1, {});
  const [worker] = searchWorkers.processes();
  worker?.kill("SIGSTOP");
  const run = vi.spyOn(searchWorkers, "run");
  const exited = worker && exitOf(worker);
  setClock();
  const refused = expect(discover(1, {})).rejects.toMatchObject(busy);
  await vi.waitFor(() => expect(run).toHaveBeenCalled());
  await vi.advanceTimersByTimeAsync(12_000);
  await refused;
  expect(run).toHaveBeenCalledTimes(1);
  await exited;
  vi.useRealTimers();
  expect((await discover(1, {})).members).toMatchObject([{ id: "2" }]);
});

test("an error thrown by a search is passed on, not reported as busy", async () => {
  vi.spyOn(searchWorkers, "run").mockRejectedValue(new Error("no such table"));
  await expect(discover(1, {})).rejects.toThrow("no such table");
});

test("jobs beyond the size of the pool wait, and one that waits too long affects no other", async () => {
  const pool = createWorkerPool(1, "build/worker.js");
  const first = pool.run(job);
  setClock();
  const late = expect(pool.run(job, { waitMs: 10 })).rejects.toBe("waited");
  await vi.advanceTimersByTimeAsync(10);
  await late;
  const rest = Array.from({ length: 5 }, () => pool.run(job));
  for (const result of await Promise.all([first, ...rest])) {
    expect(result).toBe(answer);
  }
  expect(pool.processes()).toHaveLength(1);
});

test("a process that was sent the next job ahead answers in order, and drops one that has timed out meanwhile", async () => {
  const pool = createWorkerPool(1, "build/worker.js", { jobsEach: 2 });
  await pool.run(job);
  const [stopped] = pool.processes();
  stopped?.kill("SIGSTOP");
  const read = (id: number) => ({ name: "read", sql: "select ?", args: [id] });
  const first = pool.run(read(1));
  setClock();
  const late = expect(pool.run(job, { waitMs: 500 })).rejects.toBe("waited");
  await vi.advanceTimersByTimeAsync(500);
  await late;
  expect(pool.countJobs()).toEqual({ running: 2, waiting: 0 });
  const others = [2, 3, 4].map((id) => pool.run(read(id)));
  stopped?.kill("SIGCONT");
  expect(await Promise.all([first, ...others])).toEqual([1, 2, 3, 4]);
  expect(pool.processes()).toHaveLength(1);
});

test("a process that hangs is killed with the job it was sent ahead, and the next job starts another", async () => {
  const pool = createWorkerPool(1, "build/worker.js", { jobsEach: 2 });
  await pool.run(job);
  const [hanging] = pool.processes();
  hanging?.kill("SIGSTOP");
  setClock();
  const jobs = Promise.allSettled([pool.run(job, { workMs: 200 }), pool.run(job), pool.run(job)]);
  await vi.advanceTimersByTimeAsync(800);
  expect((await jobs).map((one) => ("reason" in one ? one.reason : one.value))).toEqual([
    "stalled",
    "killed",
    answer,
  ]);
  expect(pool.processes().map(({ pid }) => pid)).not.toContain(hanging?.pid);
});

test("a process that hangs with a job that was given up behind another is killed too", async () => {
  const pool = createWorkerPool(1, "build/worker.js", { jobsEach: 2 });
  await pool.run(job);
  const [hanging] = pool.processes();
  const exited = hanging && exitOf(hanging);
  hanging?.kill("SIGSTOP");
  const first = pool.run(job);
  setClock();
  const late = expect(pool.run(endless, { waitMs: 200, workMs: 100 })).rejects.toBe("waited");
  await vi.advanceTimersByTimeAsync(200);
  await late;
  vi.useRealTimers();
  expect(pool.countJobs()).toEqual({ running: 2, waiting: 0 });
  hanging?.kill("SIGCONT");
  expect(await first).toBe(answer);
  await exited;
  expect(await pool.run(job)).toBe(answer);
});

test("a job has its whole time to work, however long it has waited", async () => {
  const pool = createWorkerPool(1, "build/worker.js", { waitMs: 1_000, workMs: 60_000 });
  await pool.run(job);
  const [stopped] = pool.processes();
  stopped?.kill("SIGSTOP");
  setClock();
  const jobs = [pool.run(job), pool.run(job)];
  const waited = expect(jobs[1]).rejects.toBe("waited");
  await vi.advanceTimersByTimeAsync(1_000);
  await waited;
  await vi.advanceTimersByTimeAsync(100_000);
  stopped?.kill("SIGCONT");
  expect(await jobs[0]).toBe(answer);
});

test("too much work is told from a process that gets no time for it", async () => {
  const pool = createWorkerPool(1, "build/worker.js");
  await pool.run(job);
  const [stopped] = pool.processes();
  let workedMs = 0;
  const onWorked = (ms: number) => {
    workedMs += ms;
  };
  await expect(pool.run(endless, { workMs: 100, onWorked })).rejects.toBe("overworked");
  expect(workedMs).toBeGreaterThanOrEqual(100);
  expect(pool.processes().map(({ pid }) => pid)).not.toContain(stopped?.pid);

  await pool.run(job);
  for (const child of pool.processes()) child.kill("SIGSTOP");
  setClock();
  const stalled = expect(pool.run(endless, { workMs: 100 })).rejects.toBe("stalled");
  await vi.advanceTimersByTimeAsync(400);
  await stalled;
});

test("those go first who have caused clearly less work, and others in their order", async () => {
  const pool = createWorkerPool(1, "build/worker.js");
  const done: number[] = [];
  const run = (seconds: number) => pool.run(job, { spentMs: 1000 * seconds }).then(() => done.push(seconds));
  await Promise.all([9, 8, 5, 4.9, 0].map((seconds) => run(seconds)));
  expect(done).toEqual([9, 4.9, 0, 8, 5]);
});

rareTest("a process that needs more memory than it may have dies, and others get theirs", async () => {
  const limited = createWorkerPool(1, "tests/matching/hungry-worker.mjs", { memoryMb: 512 });
  await expect(limited.run({})).rejects.toBe("crashed");
  const ample = createWorkerPool(1, "tests/matching/hungry-worker.mjs", { memoryMb: 2048 });
  expect(await ample.run({})).toBe(64);
});

test("what is measured before a process starts takes none of its jobs", async () => {
  const slow = join(mkdtempSync(join(tmpdir(), "b-side-")), "node");
  // Measures as long as on a busy machine, where Node.js has time to read what its parent sends.
  const script = `#!/bin/sh
[ "$1" = -p ] || exec "${process.execPath}" "$@"
exec "${process.execPath}" -p "setTimeout(() => 0, 500); $2"
`;
  writeFileSync(slow, script, { mode: 0o755 });
  const { execPath } = process;
  process.execPath = slow;
  onTestFinished(() => {
    process.execPath = execPath;
  });
  const pool = createWorkerPool(1, "build/worker.js", { memoryMb: 512 });
  expect(await pool.run(job)).toBe(answer);
});
