// The one place where a test stands between the app and the statements that it runs.
import type { InStatement, Transaction, TransactionMode } from "@libsql/client";
import { client } from "db/client.server";

type Run = (statements: InStatement[]) => Promise<unknown>;

/**
 * Lets `around` run the statements of every batch, of one or many, and those of transactions with their commits; returns
 * what ends that. They can be nested.
 */
export function intercept(around: (statements: InStatement[], run: Run) => Promise<unknown>): () => void {
  const { batch, execute, transaction } = client;
  client.batch = ((statements, mode) =>
    around(statements as InStatement[], (each) => batch.call(client, each, mode))) as typeof batch;
  client.execute = ((statement: InStatement) =>
    around([statement], ([each]) => execute.call(client, each as never))) as typeof execute;
  const open = transaction.bind(client) as (mode?: TransactionMode) => Promise<Transaction>;
  client.transaction = (async (mode?: TransactionMode) => {
    const opened = await open(mode);
    const { execute, commit } = opened;
    const over: Pick<Transaction, "execute" | "commit"> = {
      execute: ((statement: InStatement) =>
        around([statement], ([each]) => execute.call(opened, each as never))) as typeof execute,
      commit: async () => void (await around(["commit"], () => commit.call(opened))),
    };
    return Object.assign(opened, over);
  }) as typeof transaction;
  return () => Object.assign(client, { batch, execute, transaction });
}
