// The worker process that searches its index in memory, counts statistics or reads whole tables, one job at a time.
// It is bundled separately into build/worker.js and takes the database's file or address as its argument.
import { setTimeout as wait } from "node:timers/promises";
import { openRemote } from "db/remote.server";
import { answerJobs } from "db/worker-process.server";
import { openFile } from "db/write-ahead-log.server";
import { countStatisticsWith } from "./count-statistics.server";
import { createIndexHolder, type InSnapshot } from "./index-reader.server";
import { makeQuery, type Query } from "./query";
import type { Job } from "./worker-pool.server";

/** The pause between two writes of a count, in which other writers get their turn. */
const PAUSE_MS = 5;

const [, , database = ""] = process.argv;
const { query, inSnapshot } = /^[a-z]+:/.test(database) ? openServer(database) : openLocal(database);

/** A replica would send a transaction to its primary, so each statement reads by itself what is there by then. */
function openServer(url: string): { query: Query; inSnapshot: InSnapshot } {
  const query = makeQuery(openRemote({ url, authToken: process.env.DATABASE_AUTH_TOKEN }));
  return { query, inSnapshot: (read) => read(query) };
}

function openLocal(file: string): { query: Query; inSnapshot: InSnapshot } {
  const connection = openFile(file, 5000);
  // Memory-mapped pages are read from the system's cache without a copy and a system call each.
  connection.exec(`pragma mmap_size = ${4 * 1024 ** 3}`);
  const statements = new Map<string, ReturnType<typeof connection.prepare>>();
  const query: Query = async (sql, args) => {
    let statement = statements.get(sql);
    if (!statement) {
      statement = connection.prepare(sql);
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
  return {
    query,
    async inSnapshot(read) {
      connection.exec("begin");
      try {
        return await read(query);
      } finally {
        connection.exec("commit");
      }
    },
  };
}

async function runJob(job: Job): Promise<unknown> {
  if (job.name === "count-statistics") return countStatisticsWith(query, () => wait(PAUSE_MS));
  if (job.name === "read") return query(job.sql, job.args);
  if (job.name === "read-index") return index.read();
  return index.search(job.search);
}

const index = createIndexHolder(query, inSnapshot);

answerJobs(runJob);
