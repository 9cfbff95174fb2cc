// Pools of child processes that work on the database file or on uploads. They block their process or may exhaust it, and
// terminating a blocked thread would crash this one, but a child process can be killed at any time.
import { type ChildProcess, fork } from "node:child_process";
import { readFileSync } from "node:fs";
import { MINUTE_MS } from "~/durations";
import { env } from "~/env.server";
import type { Wording } from "~/language/text";
import { Refusal, type RefusalCode } from "~/refusal";

/** How long an idle process is kept. */
const IDLE_MS = MINUTE_MS;
/** How many times its limit of processor time a job may take by the clock: its process shares the cores with others. */
const CLOCK_FACTOR = 4;
/** Up to this much work, owners of jobs wait as if they had caused none. */
const EQUAL_MS = 5_000;
/** The kernel's unit of processor time (`getconf CLK_TCK`). */
const TICK_MS = 10;
/** Signals sent from outside; any other signal that ends a process is its own fault. */
const ENDING_SIGNALS = ["SIGKILL", "SIGTERM", "SIGINT", "SIGHUP"];

type JobLimits = {
  /** How long a job may wait for a process. */
  waitMs?: number;
  /** How much processor time a job may take (off Linux, time by the clock). It has four times as long by the clock. */
  workMs?: number;
};

export type PoolOptions = JobLimits & {
  /** The argument of the program, in place of the database's file. */
  argument?: string;
  /** Variables in the environment of the program. */
  variables?: Record<string, string | undefined>;
  /** How long an idle process is kept. */
  idleMs?: number;
  /** How many jobs a process has at once: with two it needn't wait for the next one, but both fail if it dies. */
  jobsEach?: number;
  /** The most memory of a process besides Node.js's own; a process that needs more dies. Enforced only on Linux. */
  memoryMb?: number;
  /** Whether messages contain binary data, which takes a slower way of sending them. */
  isBinary?: boolean;
};

/** A process's answer to a job; before it, the process may report progress, from 0 to 1. */
export type Reply =
  | { result: unknown }
  | { refused: { code: RefusalCode; reason: Wording } }
  | { error: string }
  | { progress: number };

/**
 * Why a job has no result. It waited too long, or its process was killed from outside or stalled: it took too long by the
 * clock, but not in work. Or it took too much processor time itself (overworked), or its process crashed, for lack of memory
 * for instance. Or it failed with an error, which may be a refusal.
 */
export type WorkerFailure = "waited" | "killed" | "stalled" | "overworked" | "crashed" | Error;

type JobOptions = JobLimits & {
  /** How much work the job's owner has caused before: owners who have caused less go first. */
  spentMs?: number;
  onProgress?: (share: number) => void;
  /** Called with the job's processor time once its process is done with it, with or without a result. */
  onWorked?: (ms: number) => void;
};

type Task<Job> = JobOptions & {
  job: Job;
  /** The job has a process now, and stops waiting. */
  begin: () => void;
  settle: (result: unknown, failure?: WorkerFailure) => void;
};

/**
 * A pool of at most `size` processes, started when there are jobs; further jobs wait in a queue. `program` gets the
 * database's file or address as its argument, and jobs as messages, which it answers with a `Reply` each, one after the other.
 */
export function createWorkerPool<Job extends object>(
  size: number,
  program: string,
  options: PoolOptions = {},
) {
  const { jobsEach = 1 } = options;
  const workers = new Set<Worker<Job>>();
  const queue: Task<Job>[] = [];

  /** Runs a job within the limits of the pool and the given ones. Rejects with a `WorkerFailure`. */
  function run(job: Job, given: JobOptions = {}): Promise<unknown> {
    return new Promise((resolve, reject) => {
      let timer: ReturnType<typeof setTimeout> | undefined;
      const task: Task<Job> = {
        waitMs: options.waitMs,
        ...given,
        workMs: Math.min(
          options.workMs ?? Number.POSITIVE_INFINITY,
          given.workMs ?? Number.POSITIVE_INFINITY,
        ),
        job,
        begin: () => clearTimeout(timer),
        settle(result, failure) {
          clearTimeout(timer);
          if (failure === undefined) resolve(result);
          else reject(failure);
        },
      };
      if (env.deadlines) timer = startTimer(task.waitMs, () => cancel(task));
      queue.push(task);
      assignTasks();
    });
  }

  function assignTasks() {
    while (queue.length) {
      const free =
        [...workers].find(({ tasks }) => !tasks.length) ??
        (workers.size < size ? startWorker() : [...workers].find(({ tasks }) => tasks.length < jobsEach));
      if (!free) return;
      const rank = ({ spentMs = 0 }: Task<Job>) => Math.floor(spentMs / EQUAL_MS);
      const [next] = [...queue].sort((one, other) => rank(one) - rank(other));
      if (!next) return;
      queue.splice(queue.indexOf(next), 1);
      free.assign(next);
    }
  }

  function startWorker(): Worker<Job> {
    const worker = new Worker(forkProgram(program, options), { workers, assignTasks }, options);
    workers.add(worker);
    return worker;
  }

  function cancel(task: Task<Job>) {
    const index = queue.indexOf(task);
    if (index >= 0) queue.splice(index, 1);
    task.settle(undefined, "waited");
  }

  return {
    run,
    processes: () => [...workers].map((worker) => worker.process),
    countJobs: () => ({
      running: [...workers].reduce((sum, { tasks }) => sum + tasks.length, 0),
      waiting: queue.length,
    }),
  };
}

export type WorkerPool<Job extends object> = Pick<ReturnType<typeof createWorkerPool<Job>>, "run">;

/** A process's view of its pool: it removes itself, and has tasks assigned when it is done with one. */
type Pool<Job extends object> = { workers: Set<Worker<Job>>; assignTasks: () => void };

/** A process of a pool. */
class Worker<Job extends object> {
  readonly process: ChildProcess;
  /** The task in progress, and those that were sent ahead. */
  readonly tasks: Task<Job>[] = [];

  readonly #pool: Pool<Job>;
  readonly #options: PoolOptions;
  /** When it began the first task, by the clock, and how much processor time it had used until then. */
  #begun = { atMs: 0, workedMs: 0 };
  /** These kill it when the first task takes too much work or too long, and end it when it has been idle for long. */
  #workTimer: ReturnType<typeof setTimeout> | undefined;
  #timer: ReturnType<typeof setTimeout> | undefined;

  constructor(child: ChildProcess, pool: Pool<Job>, options: PoolOptions) {
    this.process = child;
    this.#pool = pool;
    this.#options = options;
    child.on("message", (reply: Reply) => this.#receive(reply));
    child.on("error", () => this.#removeDead("killed"));
    child.on("exit", (_, signal) =>
      this.#removeDead(signal && ENDING_SIGNALS.includes(signal) ? "killed" : "crashed"),
    );
  }

  assign(task: Task<Job>) {
    this.tasks.push(task);
    if (this.tasks.length === 1) this.#beginFirst();
    this.process.ref();
    this.process.channel?.ref();
    this.process.send(task.job);
  }

  #receive(reply: Reply) {
    const [task] = this.tasks;
    if ("progress" in reply) return task?.onProgress?.(reply.progress);
    this.#endFirst();
    if (this.tasks.length) this.#beginFirst();
    else this.#makeIdle();
    if ("refused" in reply) task?.settle(undefined, new Refusal(reply.refused.code, reply.refused.reason));
    else if ("error" in reply) task?.settle(undefined, new Error(reply.error));
    else task?.settle(reply.result);
    this.#pool.assignTasks();
  }

  /** The limits hold even if nobody waits for the first task any more: a process that exceeds them hangs. */
  #beginFirst() {
    this.#stopTimers();
    const [task] = this.tasks;
    task?.begin();
    this.#begun = { atMs: performance.now(), workedMs: processorMs(this.process) ?? 0 };
    this.#workTimer = startTimer(task?.workMs, () => this.#checkWork());
    if (env.deadlines && task?.workMs !== undefined)
      this.#timer = startTimer(CLOCK_FACTOR * task.workMs, () => this.#kill("stalled"));
  }

  #endFirst() {
    const workedMs = this.#workedMs();
    this.tasks.shift()?.onWorked?.(workedMs);
  }

  /** The processor time used for the first task. For a dead process, only the time by the clock is known. */
  #workedMs(): number {
    const now = processorMs(this.process);
    if (now !== undefined) return Math.max(0, now - this.#begun.workedMs);
    return Math.min(performance.now() - this.#begun.atMs, this.tasks[0]?.workMs ?? Number.POSITIVE_INFINITY);
  }

  #checkWork() {
    const leftMs = (this.tasks[0]?.workMs ?? 0) - this.#workedMs();
    if (leftMs > 0) this.#workTimer = startTimer(leftMs, () => this.#checkWork());
    else this.#kill("overworked");
  }

  #makeIdle() {
    this.#stopTimers();
    this.process.unref();
    this.process.channel?.unref();
    this.#timer = setTimeout(() => {
      this.#pool.workers.delete(this);
      this.process.disconnect();
    }, this.#options.idleMs ?? IDLE_MS).unref();
  }

  #kill(failure: WorkerFailure) {
    // Measured while the process is still there.
    this.#removeDead(failure);
    this.process.kill("SIGKILL");
  }

  /** Only the first task can be the cause; those that were sent ahead fail with it. */
  #removeDead(failure: WorkerFailure) {
    if (!this.#pool.workers.delete(this)) return;
    this.#stopTimers();
    const [first, ...others] = this.tasks;
    this.#endFirst();
    first?.settle(undefined, failure);
    for (const task of others) task.settle(undefined, "killed");
    this.#pool.assignTasks();
  }

  #stopTimers() {
    clearTimeout(this.#workTimer);
    clearTimeout(this.#timer);
  }
}

function startTimer(ms: number | undefined, run: () => void) {
  return ms === undefined || ms === Number.POSITIVE_INFINITY ? undefined : setTimeout(run, Math.ceil(ms));
}

/** How much processor time a process has taken so far, on all its threads; undefined off Linux, and once it is gone. */
function processorMs({ pid }: ChildProcess): number | undefined {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, "latin1");
    // The name in parentheses may contain anything; utime and stime are the 12th and 13th field after it (proc_pid_stat(5)).
    const fields = stat.slice(stat.lastIndexOf(")") + 2).split(" ");
    return (Number(fields[11]) + Number(fields[12])) * TICK_MS;
  } catch {
    return undefined;
  }
}

function forkProgram(
  program: string,
  { argument = env.databaseFile ?? env.databaseUrl, variables, memoryMb, isBinary }: PoolOptions,
) {
  const child = fork(program, [argument], {
    ...(memoryMb === undefined ? { execArgv: [] } : limitMemory(memoryMb)),
    // Passes no secrets on, and turns off the driver's log, whose errors are sent as replies.
    env: { NODE_ENV: process.env.NODE_ENV, RUST_LOG: "off", MALLOC_ARENA_MAX: "1", ...variables },
    serialization: isBinary ? "advanced" : "json",
    stdio: ["ignore", "ignore", "inherit", "ipc"],
  });
  return child;
}

/**
 * Options of `fork` that start Node.js through a shell, which limits the memory of the program that replaces it. Node.js's own
 * reserve (50 MB in version 20, 570 in 24) is measured and comes on top, by a process without the channel, from which it could
 * read the first job. Between jobs it collects garbage.
 */
function limitMemory(megabytes: number) {
  if (process.platform !== "linux") return { execArgv: ["--expose-gc"] };
  const measure = String.raw`/VmData:\s+(\d+)/.exec(require("fs").readFileSync("/proc/self/status"))[1]`;
  const script = `own=$(unset NODE_CHANNEL_FD; "$0" -p '${measure}'); ulimit -d $((own + ${megabytes * 1024})); exec "$0" --expose-gc "$@"`;
  return { execPath: "/bin/sh", execArgv: ["-c", script, process.execPath] };
}
