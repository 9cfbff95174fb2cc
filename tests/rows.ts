// Rows by example, for what no operation of a model shows: found, counted, changed and deleted by the values of columns.
import { db } from "db/client.server";
import { and, eq, getTableColumns, isNull, type SQL } from "drizzle-orm";
import type { SQLiteTable, SQLiteUpdateSetSource } from "drizzle-orm/sqlite-core";

type Row<T extends SQLiteTable> = T["$inferSelect"];
type Example<T extends SQLiteTable> = Partial<Row<T>>;

/** Shared by the rows of an example; a missing value is an error rather than any value. */
function isLike<T extends SQLiteTable>(table: T, example: Example<T>): SQL | undefined {
  const columns = getTableColumns(table);
  const parts = Object.entries(example).map(([name, value]) => {
    const column = columns[name];
    if (!column || value === undefined) throw new Error(`No value for ${name}`);
    return value === null ? isNull(column) : eq(column, value);
  });
  return and(...parts);
}

export async function rowsOf<T extends SQLiteTable>(table: T, example: Example<T>): Promise<Row<T>[]> {
  return db
    .select()
    .from(table as SQLiteTable)
    .where(isLike(table, example));
}

export async function countRows<T extends SQLiteTable>(table: T, example: Example<T>): Promise<number> {
  return db.$count(table, isLike(table, example));
}

export async function changeRows<T extends SQLiteTable>(
  table: T,
  example: Example<T>,
  values: SQLiteUpdateSetSource<T>,
) {
  return db.update(table).set(values).where(isLike(table, example));
}

export async function deleteRows<T extends SQLiteTable>(table: T, example: Example<T>) {
  return db.delete(table).where(isLike(table, example));
}
