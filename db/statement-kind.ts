// The kinds and forms of statements, which decide where and how they run.
import type { Client, InArgs, InStatement } from "@libsql/client";

type Statement = InStatement | [sql: string, args?: InArgs];

/** True if a statement certainly writes nothing. */
export function isReadOnly(statement: Statement): boolean {
  const sql = textOf(statement);
  if (/^\s*select\b/i.test(sql)) return true;
  return /^\s*with\b/i.test(sql) && !/\b(insert|update|delete|replace)\b/i.test(sql);
}

/** True if a statement certainly only deletes. */
export function isRemoval(statement: Statement): boolean {
  return /^\s*delete\b/i.test(textOf(statement));
}

/** The statement of an `execute()`, which also takes text and values separately. */
export function toStatement(statement: InStatement, args: InArgs = []): Exclude<InStatement, string> {
  return typeof statement === "string" ? { sql: statement, args } : statement;
}

function textOf(statement: Statement): string {
  if (typeof statement === "string") return statement;
  return "sql" in statement ? statement.sql : statement[0];
}

/** Makes writing batches take the write lock first: a batch that has already read would fail after another write. */
export function serializeWrites(client: Client): Client {
  const batch = client.batch.bind(client);
  client.batch = (statements, mode) =>
    batch(statements, mode ?? (statements.every(isReadOnly) ? "deferred" : "write"));
  return client;
}
