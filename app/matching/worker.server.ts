// The thread in which Discover searches and listeners are counted: the database's driver blocks the thread it is called
// in. Bundled by itself into build/worker.js; `workerData` is the database's file.
import { setTimeout as wait } from "node:timers/promises";
import { workerData } from "node:worker_threads";
import Database from "libsql";
import type { Query } from "./query";
import { recountBy } from "./recount";
import { type Search, type SearchResult, searchPage } from "./search";

const database = new Database(String(workerData), { timeout: 5000 });
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

/** One search, of one moment. */
export async function search(asked: Search): Promise<SearchResult | undefined> {
  database.exec("begin");
  try {
    return await searchPage(query, asked);
  } finally {
    database.exec("commit");
  }
}

/** A whole count; see `recountBy()`. */
export function recount(): Promise<boolean> {
  return recountBy(query, () => wait(REST_MS));
}
