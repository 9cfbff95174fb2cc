// The worker process that searches its index in memory, counts statistics or reads whole tables, one job at a time.
// It is bundled separately into build/worker.js and takes the database file as its argument.
import { setTimeout as wait } from "node:timers/promises";
import { answerJobs } from "db/worker-process.server";
import { openFile } from "db/write-ahead-log.server";
import { countStatisticsWith } from "./count-statistics.server";
import { createIndexHolder } from "./index-reader.server";
import type { Query } from "./query";
import type { Job } from "./worker-pool.server";

const database = openFile(String(process.argv[2]), 5000);
// Memory-mapped pages are read from the system's cache without a copy and a system call each.
database.exec(`pragma mmap_size = ${4 * 1024 ** 3}`);
const statements = new Map<string, ReturnType<typeof database.prepare>>();

/** The pause between two writes of a count, in which other writers get their turn. */
const PAUSE_MS = 5;

const query: Query = async (sql, args) => {
  let statement = statements.get(sql);
  if (!statement) {
    statement = database.prepare(sql);
    if (statement.reader) statement.raw();
    statements.set(sql, statement);
  }
  if (!statement.reader) {
    statement.run(args ?? {});
    return undefined;
  }
  const row = statement.get(args ?? {}) as (number | string | null)[] | undefined;
  return row?.[0];
};

async function runJob(job: Job): Promise<unknown> {
  if (job.name === "count-statistics") return countStatisticsWith(query, () => wait(PAUSE_MS));
  if (job.name === "read") return query(job.sql, job.args);
  if (job.name === "read-index") return index.read();
  return index.search(job.search);
}

const index = createIndexHolder(query, async (read) => {
  database.exec("begin");
  try {
    return await read(query);
  } finally {
    database.exec("commit");
  }
});

answerJobs(runJob);
