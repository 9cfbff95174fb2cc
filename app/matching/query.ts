// How matching asks the database, wherever it runs.

/**
 * Runs one statement and gives the first value of its first row; undefined when there is none. Statements that write
 * take their values by place: the driver cannot hand names on from a replica to its primary.
 */
export type Query = (
  sql: string,
  args?: Record<string, number | string> | (number | string)[],
) => Promise<number | string | null | undefined>;
