// The worker processes that search and count statistics.
import { join } from "node:path";
import { createWorkerPool } from "db/workers.server";
import { env } from "~/env.server";
import type { SearchJob } from "./search-page.server";

export type Job =
  /** Reads the index in memory. */
  | { name: "read-index" }
  /** A search in that index. Answers `{ found }`, or nothing if the index has to be read first. */
  | { name: "search"; search: SearchJob }
  | { name: "count-statistics" }
  /** A statement that reads one value. */
  | { name: "read"; sql: string; args: (number | string)[] };

const WORKER = join(process.cwd(), "build/worker.js");

/** Whether workers may write: through a server, their changes would wait for each other over the network. */
export const canWorkersWrite = env.databaseFile !== undefined;

/** What the processes need besides the database's address. */
const variables = { DATABASE_AUTH_TOKEN: env.databaseAuthToken };

/** The longest that a timer can wait. */
const FOR_GOOD_MS = 2 ** 31 - 1;

/** The process that holds the index in memory. Its searches are short, so the next one is sent ahead. */
export const searchWorkers = createWorkerPool<Job>(1, WORKER, {
  idleMs: FOR_GOOD_MS,
  jobsEach: 2,
  variables,
});

/** One count at a time, without a time limit. */
export const statisticsWorkers = createWorkerPool<Job>(1, WORKER);

/** Reads of whole tables for operators, which must keep no search waiting. */
export const reportWorkers = createWorkerPool<Job>(1, WORKER, { variables });
