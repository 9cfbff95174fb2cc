// Transactions, and conditions on what they read: a change reads and writes in one moment, or not at all.
import { AsyncLocalStorage } from "node:async_hooks";
import { exists, type SQL, sql } from "drizzle-orm";
import type { SQLiteTable } from "drizzle-orm/sqlite-core";
import { client, db } from "./client.server";
import { CLOSED, isBusy, retryWhileBusy, unavailable } from "./errors.server";

/** The database within a transaction. */
export type Tx = Parameters<Parameters<typeof db.transaction>[0]>[0];

/** Where to read: within a transaction or outside. */
export type Database = Tx | typeof db;

/** Functions to call after the commits of the transactions in progress. */
const commitCallbacks = new WeakMap<Tx, (() => void)[]>();
const insideTransaction = new AsyncLocalStorage<true>();
const running = new Set<Promise<unknown>>();
let isEnding = false;

for (const method of ["execute", "batch"] as const) {
  const run = client[method].bind(client) as (...args: unknown[]) => Promise<never>;
  client[method] = async (...args: unknown[]) => {
    // Outside of `tx`, the statement would wait for the transaction, which waits for it.
    if (insideTransaction.getStore()) throw new Error("Inside a transaction, run statements on `tx`.");
    return run(...args);
  };
}

/**
 * Begins no more transactions, and resolves once those in progress have ended: a process that exits within one keeps other
 * machines from writing for five seconds, until the primary gives it up.
 */
export async function endTransactions(): Promise<void> {
  isEnding = true;
  await Promise.allSettled(running);
}

/**
 * Runs a change and returns its result after the commit. Changes run one at a time, so what one has read stays true until it
 * has written; one that throws has changed nothing. It may run again if another machine commits in between. It must await only
 * its own statements, because all other changes wait for its end.
 */
export async function transaction<Result>(change: (tx: Tx) => Promise<Result>): Promise<Result> {
  if (isEnding) throw unavailable(CLOSED, "a change began while the process ends");
  const result = runTransaction(change);
  running.add(result);
  return result.finally(() => running.delete(result));
}

async function runTransaction<Result>(change: (tx: Tx) => Promise<Result>): Promise<Result> {
  let callbacks: (() => void)[] = [];
  const run = () =>
    db.transaction((tx) => {
      callbacks = [];
      commitCallbacks.set(tx, callbacks);
      return insideTransaction.run(true, () => change(tx));
    });
  const result = await retryWhileBusy(run).catch((error) => {
    throw isBusy(error) ? unavailable("SQLITE_BUSY", error) : error;
  });
  for (const callback of callbacks) callback();
  return result;
}

/** Calls a function once a transaction is committed. */
export function afterCommit(tx: Tx, callback: () => void) {
  commitCallbacks.get(tx)?.push(callback);
}

/** Whether a condition is true, as seen within a transaction. */
export async function holds(on: Database, condition: SQL): Promise<boolean> {
  const found = await on.get<{ holds: number }>(sql`select ${condition} as holds`);
  return Boolean(found.holds);
}

/** True if a table, or an alias of one, has a row that matches a condition. */
export function hasRow(table: SQLiteTable, condition: SQL | undefined): SQL {
  return exists(db.select({ one: sql`1` }).from(table).where(condition));
}
