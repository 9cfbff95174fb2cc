// Members' jobs in the process pools: one at a time each, within a tenth of a process's time in an hour, and how their failures
// are reported.
import { join } from "node:path";
import { createWorkerPool, type PoolOptions, type WorkerFailure, type WorkerPool } from "db/workers.server";
import { msg, type Wording } from "~/language/text";
import { log } from "~/log.server";
import { Refusal } from "~/refusal";
import { countWork, requireWork, type WorkKind } from "./rate-limit.server";

/** The message when a file was not read and isn't at fault. */
const BUSY = msg("We're too busy to read your file right now. Try again in a minute.");
const SECONDS_TO_WAIT = 60;

/** What the processes of app/jobs/file-worker.server.ts do with files. */
export type FileJobName =
  | "picture"
  | "voice"
  | "history"
  | "encoding"
  | "playlist"
  | "calendar"
  | "logo"
  | "archive";

type MemberJob = {
  kind: WorkKind;
  /** Whose job it is: a member's id, or a visitor's address. */
  owner: number | string;
  /** The message for a file that takes more time or memory than any file may. */
  tooMuchWork: Wording;
  /** The message for a file at which the process fails; without it, that is a bug. */
  damaged?: Wording;
  /** Whether the process removes the file, so that the job can't run again. */
  isOnce?: boolean;
  onProgress?: (share: number) => void;
};

/** A pool of processes that read files. */
export function createFilePool<Job extends object>(name: FileJobName, options: PoolOptions, size = 1) {
  return createWorkerPool<Job>(size, join(process.cwd(), "build/file-worker.js"), {
    ...options,
    argument: name,
  });
}

/** The last job of each owner in each pool. */
const last = new Map<string, Promise<unknown>>();

/**
 * Runs a job once the earlier ones of its owner in the same pool are done; owners who have used the pool less go first. Refuses
 * what the process refuses, what is too much work or damaged (invalid), an owner who has used their share of the hour
 * (too-many), and what is not the file's fault: a job that waits too long, or whose process stalls or is killed (unavailable).
 */
export async function runMemberJob<Job extends object>(
  pool: WorkerPool<Job>,
  job: Job,
  options: MemberJob,
): Promise<unknown> {
  const key = `${options.kind} ${options.owner}`;
  const start = () => runNext(pool, job, options);
  const running = (last.get(key) ?? Promise.resolve()).then(start, start);
  last.set(key, running);
  try {
    return await running;
  } finally {
    if (last.get(key) === running) last.delete(key);
  }
}

async function runNext<Job extends object>(pool: WorkerPool<Job>, job: Job, options: MemberJob) {
  const { kind, owner, tooMuchWork, damaged, isOnce, onProgress } = options;
  const { leftMs, spentMs } = await requireWork(kind, owner);
  let workedMs = 0;
  const onWorked = (ms: number) => {
    workedMs += ms;
  };
  const run = () => pool.run(job, { workMs: leftMs, spentMs, onProgress, onWorked });
  try {
    const result = await run().catch((failure) => {
      // The kernel kills these processes first when the machine runs out of memory, whoever used it up.
      if (failure === "killed" && !isOnce) return run();
      throw failure;
    });
    await countWork(kind, owner, workedMs);
    return result;
  } catch (error) {
    const failure = error as WorkerFailure;
    await countWork(kind, owner, workedMs);
    if (failure instanceof Refusal) throw failure;
    if (failure instanceof Error) {
      if (!damaged) throw failure;
      log.logger.warn({ cause: failure.message, kind }, "file not readable");
      throw new Refusal("invalid", damaged);
    }
    // It was stopped at the end of the owner's share, not at the limit for a file.
    if (failure === "overworked") await requireWork(kind, owner);
    if (failure === "overworked" || failure === "crashed") throw new Refusal("invalid", tooMuchWork);
    log.logger.warn({ cause: failure, kind }, "file not read in time");
    throw new Refusal("unavailable", BUSY, {}, SECONDS_TO_WAIT);
  }
}
