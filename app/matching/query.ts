// How matching queries the database, independent of the process and the connection.

/** Runs one statement and returns the first value of its first row; undefined without a row. */
export type Query = (
  sql: string,
  args?: Record<string, number | string> | (number | string)[],
) => Promise<number | string | null | undefined>;

/** Makes a `Query` from a connection or a transaction. */
export function makeQuery(database: {
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
