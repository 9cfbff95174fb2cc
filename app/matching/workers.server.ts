// The processes that search and count.
import { availableParallelism } from "node:os";
import { join } from "node:path";
import { makeWorkers } from "db/workers.server";
import { env } from "~/env.server";
import type { Job } from "./jobs";

const PROGRAM = join(process.cwd(), "build/worker.js");

/** Whether the database is a file here, a replica too: a database elsewhere blocks nobody, and is asked from here. */
export const hasFile = env.databaseFile !== undefined;

/** Whether another process may write into that file: a replica's is written by its driver alone. */
export const ownsFile = hasFile && !env.databaseSyncUrl;

/** Several searches at once, and a core left for this process. */
export const searchers = makeWorkers<Job>(Math.max(1, availableParallelism() - 1), PROGRAM);

/** One count at a time, which takes as long as it takes. */
export const counters = makeWorkers<Job>(1, PROGRAM);
