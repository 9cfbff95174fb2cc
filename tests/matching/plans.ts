// Query plans of the statements that an operation runs.
import { client } from "db/client.server";
import { vi } from "vitest";

/** Runs an operation and returns the query plans of all its statements, one line per step. */
export async function plansOf(operation: () => Promise<unknown>): Promise<string[]> {
  const spies: { mock: { calls: unknown[][] }; mockRestore: () => void }[] = [
    vi.spyOn(client, "execute"),
    vi.spyOn(client, "batch"),
  ];
  const open = client.transaction.bind(client);
  const transactions = vi.spyOn(client, "transaction").mockImplementation(async () => {
    const opened = await open("write");
    spies.push(vi.spyOn(opened, "execute"));
    return opened;
  });
  await operation();
  transactions.mockRestore();
  const calls = spies.flatMap((spy) => spy.mock.calls.flatMap(([statements]) => statements));
  for (const spy of spies) spy.mockRestore();
  const steps: string[] = [];
  for (const statement of calls as { sql: string; args: number[] }[]) {
    const plan = await client.execute({ ...statement, sql: `explain query plan ${statement.sql}` });
    steps.push(...plan.rows.map(({ detail }) => String(detail)));
  }
  return steps;
}
