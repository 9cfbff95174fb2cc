// How matching asks the database, from whichever thread it runs in.

/** Runs one statement and gives the first value of its first row; undefined when there is none. */
export type Query = (
  sql: string,
  args?: Record<string, number | string>,
) => Promise<number | string | null | undefined>;
