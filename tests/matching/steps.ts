// The work of the statements that an operation runs, in steps of SQLite's virtual machine.
import { client } from "db/client.server";

/** Runs an operation twice and returns the steps of all its statements the second time, when they are prepared. */
export async function stepsOf(operation: () => Promise<unknown>): Promise<number> {
  await operation();
  const before = await readSteps();
  await operation();
  const after = await readSteps();
  return [...after].reduce((sum, [sql, steps]) => sum + Math.max(0, steps - (before.get(sql) ?? 0)), 0);
}

/** The steps that each statement kept by the connection has taken in all its runs. */
async function readSteps(): Promise<Map<string, number>> {
  const { rows } = await client.execute(
    "select sql, sum(nstep) as steps from sqlite_stmt where sql not like '%sqlite_stmt%' group by sql",
  );
  return new Map(rows.map(({ sql, steps }) => [String(sql), Number(steps)]));
}
