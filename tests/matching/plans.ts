// How the database goes about the statements of an operation.
import { client } from "db/client.server";
import { vi } from "vitest";

/** Runs an operation and returns the plan of everything it asked of the database, a line a step. */
export async function plansOf(operation: () => Promise<unknown>): Promise<string[]> {
  const spies = [vi.spyOn(client, "execute"), vi.spyOn(client, "batch")];
  await operation();
  const asked = spies.flatMap((spy) => spy.mock.calls.flatMap(([statements]) => statements));
  for (const spy of spies) spy.mockRestore();
  const steps: string[] = [];
  for (const statement of asked as { sql: string; args: number[] }[]) {
    const plan = await client.execute({ ...statement, sql: `explain query plan ${statement.sql}` });
    steps.push(...plan.rows.map(({ detail }) => String(detail)));
  }
  return steps;
}
