// Changes of many rows, a few at a time, so that requests get their turn in between.
import { setImmediate } from "node:timers/promises";
import { type SQL, sql } from "drizzle-orm";
import {
  getTableConfig,
  type SQLiteColumn,
  type SQLiteTable,
  type SQLiteUpdateSetSource,
} from "drizzle-orm/sqlite-core";
import { db } from "./client.server";

const ROWS = 200;

/** Deletes the rows of a table that match a condition. */
export async function deleteInSteps(table: SQLiteTable, where: SQL | undefined, rows = ROWS): Promise<void> {
  await repeat(rows, () => db.delete(table).where(isSome(table, where, rows)));
}

/** Changes the rows of a table that match a condition, until none does. */
export async function updateInSteps<Table extends SQLiteTable>(
  table: Table,
  set: SQLiteUpdateSetSource<Table>,
  where: SQL | undefined,
): Promise<void> {
  await repeat(ROWS, () =>
    db
      .update(table)
      .set(set)
      .where(isSome(table, where, ROWS)),
  );
}

async function repeat(rows: number, step: () => PromiseLike<{ rowsAffected: number }>) {
  while ((await step()).rowsAffected >= rows) await setImmediate();
}

/** True for the first of the matching rows, by their primary keys. */
function isSome(table: SQLiteTable, where: SQL | undefined, rows: number): SQL {
  const { columns, primaryKeys } = getTableConfig(table);
  const key = sql.join(primaryKeys[0]?.columns ?? columns.filter(({ primary }) => primary), sql`, `);
  return sql`(${key}) in (select ${key} from ${table} where ${where ?? sql`true`} limit ${rows})`;
}

/** Runs `change` for all rows of a table, in the order of their ids, with the condition of the rows whose turn it is. */
export async function inWindows(id: SQLiteColumn, change: (isTheirTurn: SQL) => PromiseLike<unknown>) {
  for (let after = 0; ; await setImmediate()) {
    const ids = db
      .select({ id: sql<number>`${id}`.as("id") })
      .from(id.table)
      .where(sql`${id} > ${after}`)
      .orderBy(id)
      .limit(ROWS);
    const [{ last = null } = {}] = await db
      .select({ last: sql<number | null>`max(id)` })
      .from(ids.as("window"));
    if (last === null) return;
    await change(sql`${id} > ${after} and ${id} <= ${last}`);
    after = last;
  }
}
