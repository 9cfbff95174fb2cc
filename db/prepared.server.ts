// Statements that are built once: for most, drizzle's building takes longer than the database's running.
import { fillPlaceholders, type Placeholder, sql } from "drizzle-orm";
import type { PreparedQueryConfig, SQLitePreparedQuery } from "drizzle-orm/sqlite-core";
import type { Tx } from "./transaction.server";

/** A value in a statement, or its placeholder in one that is built once. */
export type Given<Value> = Value | Placeholder;

/** Returns a function that builds something the first time it is called. */
export function once<Built>(build: () => Built): () => Built {
  let built: Built | undefined;
  return () => {
    built ??= build();
    return built;
  };
}

/** Runs a prepared statement within a transaction, where drizzle itself would build it anew. */
export async function runWithin<Config extends PreparedQueryConfig>(
  tx: Tx,
  prepared: SQLitePreparedQuery<Config>,
  values: Record<string, unknown>,
): Promise<Config["execute"]> {
  const { sql: text, params } = prepared.getQuery();
  const given = fillPlaceholders(params, values);
  const texts = text.split("?");
  if (texts.length !== given.length + 1) throw new Error(`A question mark is no parameter: ${text}`);
  const chunks = texts.flatMap((part, index) => {
    const value = given[index];
    return value === undefined ? sql.raw(part) : [sql.raw(part), sql.param(value)];
  });
  return prepared.mapResult(await tx.run(sql.join(chunks)), true) as Config["execute"];
}
