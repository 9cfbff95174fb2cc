// The one place where a test stands between the app and the statements that it runs.
import type { InStatement } from "@libsql/client";
import { client } from "db/client.server";

type Run = (statements: InStatement[]) => Promise<unknown>;

/** Lets `around` run the statements of every batch, of one or many; returns what ends that. They can be nested. */
export function intercept(around: (statements: InStatement[], run: Run) => Promise<unknown>): () => void {
  const { batch, execute } = client;
  client.batch = ((statements, mode) =>
    around(statements as InStatement[], (each) => batch.call(client, each, mode))) as typeof batch;
  client.execute = ((statement: InStatement) =>
    around([statement], ([each]) => execute.call(client, each as never))) as typeof execute;
  return () => Object.assign(client, { batch, execute });
}
