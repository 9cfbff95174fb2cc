// What statements do, as far as it decides where and how they are run.
import type { Client, InArgs, InStatement } from "@libsql/client";

/** Whether a statement surely writes nothing. */
export function onlyReads(statement: InStatement | [sql: string, args?: InArgs]): boolean {
  const sql = typeof statement === "string" ? statement : "sql" in statement ? statement.sql : statement[0];
  if (/^\s*select\b/i.test(sql)) return true;
  return /^\s*with\b/i.test(sql) && !/\b(insert|update|delete|replace)\b/i.test(sql);
}

/** Has a batch that will write wait for its turn first: one that has read meanwhile and is overtaken would be refused. */
export function queueWriters(client: Client): Client {
  const batch = client.batch.bind(client);
  client.batch = (statements, mode) =>
    batch(statements, mode ?? (statements.every(onlyReads) ? "deferred" : "write"));
  return client;
}
