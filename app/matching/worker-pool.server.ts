// The worker processes that search and count statistics.
import { availableParallelism } from "node:os";
import { join } from "node:path";
import { createWorkerPool } from "db/workers.server";
import { env } from "~/env.server";
import type { Search } from "./search-page.server";

export type Job =
  | { name: "search"; search: Search }
  /** Reads the index in memory; answers false if it would take more. */
  | { name: "read-index"; maxBytes: number }
  /** A search in that index. Answers `{ found }`, or nothing if the index has to be read first. */
  | { name: "search-index"; search: Search }
  | { name: "count-statistics" }
  /** A statement that reads one value. */
  | { name: "read"; sql: string; args: (number | string)[] };

const WORKER = join(process.cwd(), "build/worker.js");

/** Whether the database is a local file, a replica included; a remote database blocks nobody and needs no workers. */
export const isLocalFile = env.databaseFile !== undefined;

/** Whether workers may write to that file; a replica is written by its driver alone. */
export const canWorkersWrite = env.ownDatabaseFile !== undefined;

/** As many searches at once as leave one core to this process. */
export const searchWorkers = createWorkerPool<Job>(Math.max(1, availableParallelism() - 1), WORKER);

/** The longest that a timer can wait. */
const FOR_GOOD_MS = 2 ** 31 - 1;

/** The process that holds the index in memory. Its searches are short, so the next one is sent ahead. */
export const indexWorkers = createWorkerPool<Job>(1, WORKER, { idleMs: FOR_GOOD_MS, jobsEach: 2 });

/** One count at a time, without a time limit. */
export const statisticsWorkers = createWorkerPool<Job>(1, WORKER);

/** Reads of whole tables for operators, which must keep no search waiting. */
export const reportWorkers = createWorkerPool<Job>(1, WORKER);
