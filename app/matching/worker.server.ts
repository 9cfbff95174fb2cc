// The process in which Discover searches and listeners are counted, one job at a time. Bundled by itself into
// build/worker.js; its argument is the database's file.
import { setTimeout as wait } from "node:timers/promises";
import type { Reply } from "db/workers.server";
import Database from "libsql";
import type { Job } from "./jobs";
import type { Query } from "./query";
import { recountBy } from "./recount";
import { searchPage } from "./search";

const database = new Database(String(process.argv[2]), { timeout: 5000 });
// The file's pages are read where the system has them in memory already, not copied by a call each.
database.exec(`pragma mmap_size = ${4 * 1024 ** 3}`);
const statements = new Map<string, ReturnType<typeof database.prepare>>();

/** How long others may write between two writes of a count. */
const REST_MS = 5;

const query: Query = async (sql, args) => {
  let statement = statements.get(sql);
  if (!statement) {
    statement = database.prepare(sql);
    statements.set(sql, statement);
  }
  if (!statement.reader) {
    statement.run(args ?? {});
    return undefined;
  }
  const [row] = statement.raw().all(args ?? {}) as (number | string | null)[][];
  return row?.[0];
};

async function work(job: Job): Promise<unknown> {
  if (job.name === "recount") return recountBy(query, () => wait(REST_MS));
  // All of one moment.
  database.exec("begin");
  try {
    return await searchPage(query, job.asked);
  } finally {
    database.exec("commit");
  }
}

function reply(message: Reply) {
  process.send?.(message);
}

process.on("message", (job: Job) => {
  work(job).then(
    (result) => reply({ result }),
    (error) => reply({ error: String(error) }),
  );
});
// The one who asks decides when this ends: a terminal tells all its processes, and the others finish what they are at.
for (const signal of ["SIGINT", "SIGTERM"]) process.on(signal, () => undefined);
process.on("disconnect", () => process.exit());
