// How matching asks the database, wherever it runs.

/**
 * Runs one statement and gives the first value of its first row; undefined when there is none. Statements that write
 * take their values by place: the driver cannot hand names on from a replica to its primary.
 */
export type Query = (
  sql: string,
  args?: Record<string, number | string> | (number | string)[],
) => Promise<number | string | null | undefined>;

/** Asks whatever runs statements: a connection to the database, or a transaction on it. */
export function queryBy(database: {
  execute: (statement: {
    sql: string;
    args: Record<string, number | string> | (number | string)[];
  }) => Promise<{ rows: ArrayLike<ArrayLike<unknown>> }>;
}): Query {
  return async (sql, args = {}) => {
    const { rows } = await database.execute({ sql, args });
    return rows[0]?.[0] as Awaited<ReturnType<Query>>;
  };
}
