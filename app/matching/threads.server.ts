// The threads beside the main one: who searches or counts blocks nobody else.
import { availableParallelism } from "node:os";
import { join } from "node:path";
import Piscina from "piscina";
import { env } from "~/env.server";

const filename = join(process.cwd(), "build/worker.js");

/** Whether the database is a file here, a replica too: a database elsewhere blocks nobody, and is asked by this thread. */
export const hasFile = env.databaseUrl.startsWith("file:");

/** Several searches at once, and a core left for the main thread. */
export const searchers = makeThreads("search", Math.max(1, availableParallelism() - 1));

/** Whether a thread may write into that file: a replica's is written by its driver alone. */
export const ownsFile = hasFile && !env.databaseSyncUrl;

/** One count at a time, which takes as long as it takes. */
export const counters = makeThreads("recount", 1);

function makeThreads(name: "search" | "recount", maxThreads: number) {
  return new Piscina({
    filename,
    name,
    minThreads: 0,
    maxThreads,
    idleTimeout: 60_000,
    workerData: decodeURIComponent(env.databaseUrl.replace(/^file:(\/\/(?=\/))?/, "")),
  });
}
