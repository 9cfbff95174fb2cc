// Statements that are built once: drizzle takes longer to build most of them than the database takes to run them.
import { fillPlaceholders, type Placeholder } from "drizzle-orm";
import type { RunnableQuery } from "drizzle-orm/runnable-query";
import type { PreparedQueryConfig, SQLitePreparedQuery } from "drizzle-orm/sqlite-core";

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

/** A prepared statement with its values, for `db.batch`. */
export function withValues<Config extends PreparedQueryConfig>(
  prepared: SQLitePreparedQuery<Config>,
  values: Record<string, unknown>,
): RunnableQuery<Config["execute"], "sqlite"> {
  const { params, ...query } = prepared.getQuery();
  const filled = {
    getQuery: () => ({ ...query, params: fillPlaceholders(params, values) }),
    mapResult: prepared.mapResult.bind(prepared),
  };
  // What drizzle asks of the items of a batch.
  return { _prepare: () => filled } as unknown as RunnableQuery<Config["execute"], "sqlite">;
}
