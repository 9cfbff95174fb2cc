// Pools of child processes that work on the database file or on uploads. They block their process or may exhaust it, and
// terminating a blocked thread would crash this one, but a child process can be killed at any time.
import { type ChildProcess, fork } from "node:child_process";
import { once } from "node:events";
import { MINUTE_MS } from "~/durations";
import { env } from "~/env.server";
import { Refusal, type RefusalCode } from "~/refusal";

/** How long an idle process is kept. */
const IDLE_MS = MINUTE_MS;

type PoolOptions = {
  /** The argument of the program, instead of the database's file. */
  file?: string;
  /** How long an idle process is kept. */
  idleMs?: number;
  /** How many jobs a process has at once: with two it needn't wait for the next one, but both fail if it dies. */
  jobsEach?: number;
  /** How long a process may work on a job, however long that has waited before. */
  jobMs?: number;
  /** The most memory of a process besides Node.js's own; it dies if it needs more. Only Linux keeps to it. */
  memoryMb?: number;
  /** Whether messages contain binary data, which takes a slower way of sending them. */
  isBinary?: boolean;
};

/** A process's answer to a job, which it may announce by saying how much of it is done, from 0 to 1. */
export type Reply =
  | { result: unknown }
  | { refused: { code: RefusalCode; message: string } }
  | { error: string }
  | { progress: number };

/** Why a job has no result: its process died, it timed out, or it failed with an error, which may be a refusal. */
export type WorkerFailure = "died" | "timeout" | Error;

type Task<Job> = {
  job: Job;
  limitMs: number | undefined;
  onProgress?: (share: number) => void;
  settle: (result: unknown, failure?: WorkerFailure) => void;
};

/** The processes of all pools. */
const running = new Set<ChildProcess>();

/** Kills the processes of all pools, before the database's file is replaced; resolves once they are gone. */
export async function killAllWorkers(): Promise<void> {
  const exits = [...running].map((child) => once(child, "exit"));
  for (const child of running) {
    // An idle process does not keep this one alive.
    child.ref();
    child.kill("SIGKILL");
  }
  await Promise.all(exits);
}

/**
 * A pool of at most `size` processes, started when there are jobs; further jobs wait in a queue. `program` gets the
 * database's file as its argument, and jobs as messages, which it answers with a `Reply` each, one after the other.
 */
export function createWorkerPool<Job extends object>(
  size: number,
  program: string,
  options: PoolOptions = {},
) {
  const { jobsEach = 1 } = options;
  const workers = new Set<Worker<Job>>();
  const queue: Task<Job>[] = [];

  /** Runs a job, within `limitMs` from now if given. Rejects with a `WorkerFailure`. */
  function run(job: Job, limitMs?: number, onProgress?: (share: number) => void): Promise<unknown> {
    return new Promise((resolve, reject) => {
      const timer = limitMs === undefined ? undefined : setTimeout(() => cancel(task), limitMs);
      const task: Task<Job> = {
        job,
        limitMs,
        onProgress,
        settle(result, failure) {
          clearTimeout(timer);
          if (failure === undefined) resolve(result);
          else reject(failure);
        },
      };
      queue.push(task);
      assignTasks();
    });
  }

  function assignTasks() {
    while (queue.length) {
      const free =
        [...workers].find(({ tasks }) => !tasks.length) ??
        (workers.size < size ? startWorker() : [...workers].find(({ tasks }) => tasks.length < jobsEach));
      const task = free && queue.shift();
      if (!task) return;
      free.assign(task);
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
    task.settle(undefined, "timeout");
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

/** What a process needs of its pool: it takes itself out, and has tasks assigned when it is done with one. */
type Pool<Job extends object> = { workers: Set<Worker<Job>>; assignTasks: () => void };

/** A process of a pool. */
class Worker<Job extends object> {
  readonly process: ChildProcess;
  /** The one it works on, and those that were sent ahead. */
  readonly tasks: Task<Job>[] = [];

  readonly #pool: Pool<Job>;
  readonly #options: PoolOptions;
  /** Kills it when the first task takes too long, or ends it when it has been idle for long. */
  #timer: ReturnType<typeof setTimeout> | undefined;

  constructor(child: ChildProcess, pool: Pool<Job>, options: PoolOptions) {
    this.process = child;
    this.#pool = pool;
    this.#options = options;
    child.on("message", (reply: Reply) => this.#receive(reply));
    child.on("error", () => this.#removeDead());
    child.on("exit", () => this.#removeDead());
  }

  assign(task: Task<Job>) {
    this.tasks.push(task);
    if (this.tasks.length === 1) this.#limitFirst();
    this.process.ref();
    this.process.channel?.ref();
    this.process.send(task.job);
  }

  #receive(reply: Reply) {
    if ("progress" in reply) return this.tasks[0]?.onProgress?.(reply.progress);
    const task = this.tasks.shift();
    if (this.tasks.length) this.#limitFirst();
    else this.#makeIdle();
    if ("refused" in reply) task?.settle(undefined, new Refusal(reply.refused.code, reply.refused.message));
    else if ("error" in reply) task?.settle(undefined, new Error(reply.error));
    else task?.settle(reply.result);
    this.#pool.assignTasks();
  }

  /** A process that takes longer than the limit of the task it works on hangs, even if nobody waits for that any more. */
  #limitFirst() {
    clearTimeout(this.#timer);
    const limitMs = this.tasks[0]?.limitMs ?? this.#options.jobMs;
    if (limitMs === undefined) return;
    this.#timer = setTimeout(() => {
      this.tasks[0]?.settle(undefined, "timeout");
      this.process.kill("SIGKILL");
      this.#removeDead();
    }, limitMs);
  }

  #makeIdle() {
    clearTimeout(this.#timer);
    this.process.unref();
    this.process.channel?.unref();
    this.#timer = setTimeout(() => {
      this.#pool.workers.delete(this);
      this.process.disconnect();
    }, this.#options.idleMs ?? IDLE_MS).unref();
  }

  #removeDead() {
    if (!this.#pool.workers.delete(this)) return;
    clearTimeout(this.#timer);
    for (const task of this.tasks) task.settle(undefined, "died");
    this.#pool.assignTasks();
  }
}

function forkProgram(program: string, { file = env.databaseFile, memoryMb, isBinary }: PoolOptions) {
  const child = fork(program, [file ?? ""], {
    ...(memoryMb === undefined ? { execArgv: [] } : limitMemory(memoryMb)),
    // Passes on no secrets, and no log of the driver, whose errors are sent as replies.
    env: { NODE_ENV: process.env.NODE_ENV, RUST_LOG: "off", MALLOC_ARENA_MAX: "1" },
    serialization: isBinary ? "advanced" : "json",
    stdio: ["ignore", "ignore", "inherit", "ipc"],
  });
  // Without an id it has failed to start and never exits.
  if (child.pid !== undefined) running.add(child);
  child.on("exit", () => running.delete(child));
  return child;
}

/**
 * Options of `fork` that start Node.js through a shell, which limits the memory of what it turns into. What Node.js reserves
 * for itself (50 MB in version 20, 570 in 24) is measured and comes on top, by a process without the channel, from which it
 * could read the first job. Between jobs it collects garbage.
 */
function limitMemory(megabytes: number) {
  if (process.platform !== "linux") return { execArgv: ["--expose-gc"] };
  const measure = String.raw`/VmData:\s+(\d+)/.exec(require("fs").readFileSync("/proc/self/status"))[1]`;
  const script = `own=$(unset NODE_CHANNEL_FD; "$0" -p '${measure}'); ulimit -d $((own + ${megabytes * 1024})); exec "$0" --expose-gc "$@"`;
  return { execPath: "/bin/sh", execArgv: ["-c", script, process.execPath] };
}
