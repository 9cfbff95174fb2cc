// Processes beside this one that work on the database's file. Its driver blocks whoever calls it, and a thread that is
// ended while it does takes its whole process along: a process can be given up at any moment.
import { type ChildProcess, fork } from "node:child_process";
import { env } from "~/env.server";

/** How long a process without work is kept. */
const IDLE_MS = 60_000;

/** What a process says of its job when it is done. */
export type Reply = { result: unknown } | { error: string };

/** Why a job has no result: its process died, the time was over, or the job itself failed. */
export type Trouble = "died" | "late" | Error;

type Work<Asked> = { job: Asked; settle: (result: unknown, trouble?: Trouble) => void };
type Worker<Asked> = { process: ChildProcess; work?: Work<Asked>; idle?: ReturnType<typeof setTimeout> };

/**
 * A team of so many processes at most, made when there is work for them; jobs that find none free wait. `program` is
 * given the database's file, and told one job after the other, each of which it answers with a `Reply`.
 */
export function makeWorkers<Asked extends object>(most: number, program: string, idleMs = IDLE_MS) {
  const team = new Set<Worker<Asked>>();
  const waiting: Work<Asked>[] = [];

  /** Does a job, within `limitMs` from now where that is given. Rejects with a `Trouble`. */
  function run(job: Asked, limitMs?: number): Promise<unknown> {
    return new Promise((resolve, reject) => {
      const timer = limitMs === undefined ? undefined : setTimeout(() => giveUp(work), limitMs);
      const work: Work<Asked> = {
        job,
        settle(result, trouble) {
          clearTimeout(timer);
          if (trouble === undefined) resolve(result);
          else reject(trouble);
        },
      };
      waiting.push(work);
      handOut();
    });
  }

  function handOut() {
    while (waiting.length) {
      const free = [...team].find(({ work }) => !work) ?? (team.size < most ? hire() : undefined);
      const work = free && waiting.shift();
      if (!work) return;
      clearTimeout(free.idle);
      free.work = work;
      free.process.ref();
      free.process.channel?.ref();
      free.process.send(work.job);
    }
  }

  function hire(): Worker<Asked> {
    const child = fork(program, [env.databaseFile ?? ""], {
      execArgv: [],
      // Nothing else of the surroundings: the secrets stay here. What the driver has to say comes with its errors.
      env: { NODE_ENV: process.env.NODE_ENV, RUST_LOG: "off" },
      stdio: ["ignore", "ignore", "inherit", "ipc"],
    });
    const worker: Worker<Asked> = { process: child };
    team.add(worker);
    child.on("message", (reply: Reply) => {
      const { work } = worker;
      rest(worker);
      if ("error" in reply) work?.settle(undefined, new Error(reply.error));
      else work?.settle(reply.result);
      handOut();
    });
    child.on("error", () => lose(worker));
    child.on("exit", () => lose(worker));
    return worker;
  }

  function rest(worker: Worker<Asked>) {
    worker.work = undefined;
    worker.process.unref();
    worker.process.channel?.unref();
    worker.idle = setTimeout(() => {
      team.delete(worker);
      worker.process.disconnect();
    }, idleMs).unref();
  }

  function lose(worker: Worker<Asked>) {
    if (!team.delete(worker)) return;
    clearTimeout(worker.idle);
    worker.work?.settle(undefined, "died");
    handOut();
  }

  function giveUp(work: Work<Asked>) {
    const place = waiting.indexOf(work);
    if (place >= 0) waiting.splice(place, 1);
    const worker = [...team].find((one) => one.work === work);
    if (worker) {
      worker.work = undefined;
      worker.process.kill("SIGKILL");
      lose(worker);
    }
    work.settle(undefined, "late");
  }

  return { run, processes: () => [...team].map((worker) => worker.process) };
}
