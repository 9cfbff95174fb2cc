// Pools of child processes that work on the database file. Its driver blocks its process, and terminating a blocked thread
// would crash this one, but a child process can be killed at any time.
import { type ChildProcess, fork } from "node:child_process";
import { once } from "node:events";
import { env } from "~/env.server";

/** How long an idle process is kept. */
const IDLE_MS = 60_000;

/** A process's answer to a job. */
export type Reply = { result: unknown } | { error: string };

/** Why a job has no result: its process died, it timed out, or it failed with an error. */
export type WorkerFailure = "died" | "timeout" | Error;

type Task<Job> = { job: Job; settle: (result: unknown, failure?: WorkerFailure) => void };
type Worker<Job> = { process: ChildProcess; task?: Task<Job>; idleTimer?: ReturnType<typeof setTimeout> };

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
 * database's file as its argument, and one job at a time as a message, which it answers with a `Reply`.
 */
export function createWorkerPool<Job extends object>(size: number, program: string, idleMs = IDLE_MS) {
  const workers = new Set<Worker<Job>>();
  const queue: Task<Job>[] = [];

  /** Runs a job, within `limitMs` from now if given. Rejects with a `WorkerFailure`. */
  function run(job: Job, limitMs?: number): Promise<unknown> {
    return new Promise((resolve, reject) => {
      const timer = limitMs === undefined ? undefined : setTimeout(() => cancel(task), limitMs);
      const task: Task<Job> = {
        job,
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
        [...workers].find(({ task }) => !task) ?? (workers.size < size ? startWorker() : undefined);
      const task = free && queue.shift();
      if (!task) return;
      clearTimeout(free.idleTimer);
      free.task = task;
      free.process.ref();
      free.process.channel?.ref();
      free.process.send(task.job);
    }
  }

  function startWorker(): Worker<Job> {
    const child = fork(program, [env.databaseFile ?? ""], {
      execArgv: [],
      // Passes on no secrets, and no log of the driver, whose errors are sent as replies.
      env: { NODE_ENV: process.env.NODE_ENV, RUST_LOG: "off" },
      stdio: ["ignore", "ignore", "inherit", "ipc"],
    });
    const worker: Worker<Job> = { process: child };
    workers.add(worker);
    // Without an id it has failed to start and never exits.
    if (child.pid !== undefined) running.add(child);
    child.on("message", (reply: Reply) => {
      const { task } = worker;
      makeIdle(worker);
      if ("error" in reply) task?.settle(undefined, new Error(reply.error));
      else task?.settle(reply.result);
      assignTasks();
    });
    child.on("error", () => removeDead(worker));
    child.on("exit", () => {
      running.delete(child);
      removeDead(worker);
    });
    return worker;
  }

  function makeIdle(worker: Worker<Job>) {
    worker.task = undefined;
    worker.process.unref();
    worker.process.channel?.unref();
    worker.idleTimer = setTimeout(() => {
      workers.delete(worker);
      worker.process.disconnect();
    }, idleMs).unref();
  }

  function removeDead(worker: Worker<Job>) {
    if (!workers.delete(worker)) return;
    clearTimeout(worker.idleTimer);
    worker.task?.settle(undefined, "died");
    assignTasks();
  }

  function cancel(task: Task<Job>) {
    const index = queue.indexOf(task);
    if (index >= 0) queue.splice(index, 1);
    const worker = [...workers].find((one) => one.task === task);
    if (worker) {
      worker.task = undefined;
      worker.process.kill("SIGKILL");
      removeDead(worker);
    }
    task.settle(undefined, "timeout");
  }

  return {
    run,
    processes: () => [...workers].map((worker) => worker.process),
    countJobs: () => ({ running: [...workers].filter(({ task }) => task).length, waiting: queue.length }),
  };
}
