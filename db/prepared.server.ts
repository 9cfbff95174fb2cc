// Statements that are built once: drizzle takes longer to build most of them than the database takes to run them.
import { fillPlaceholders, type Placeholder, sql } from "drizzle-orm";
import type { PreparedQueryConfig, SQLitePreparedQuery } from "drizzle-orm/sqlite-core";
import type { Tx } from "./transaction.server";

/** A value of a statement, or its place in one that is built once. */
export type Given<Value> = Value | Placeholder;

/** Returns a function that builds something the first time it is called. */
export function once<Built>(build: () => Built): () => Built {
  let built: Built | undefined;
  return () => {
    built ??= build();
    return built;
  };
}

/** Reads within a transaction with a prepared statement, which drizzle runs outside of transactions only. */
export async function allWithin<Row>(
  tx: Tx,
  prepared: SQLitePreparedQuery<PreparedQueryConfig & { all: Row[] }>,
  values: Record<string, unknown>,
): Promise<Row[]> {
  const { sql: text, params } = prepared.getQuery();
  const given = fillPlaceholders(params, values);
  const texts = text.split("?");
  if (texts.length !== given.length + 1) throw new Error(`A question mark is no parameter: ${text}`);
  const chunks = texts.flatMap((part, index) =>
    index ? [sql`${given[index - 1]}`, sql.raw(part)] : sql.raw(part),
  );
  return prepared.mapResult(await tx.run(sql.join(chunks)), true) as Row[];
}
