// Conditional inserts: a row that is added only if a condition is true, in one statement.
import { getTableColumns, is, SQL, sql } from "drizzle-orm";
import type { SQLiteTable } from "drizzle-orm/sqlite-core";

/** A row to insert, whose values may be expressions. */
type Row<Table extends SQLiteTable> = {
  [Name in keyof Table["$inferInsert"]]: Table["$inferInsert"][Name] | SQL;
};

/**
 * The SELECT of an insert that adds a row only if `condition` is true. With a separate check, other requests could change
 * the data before the write.
 */
export function rowIf<Table extends SQLiteTable>(
  table: Table,
  row: Row<Table>,
  condition: SQL | undefined,
): SQL {
  const values = Object.entries(getTableColumns(table)).map(([name, column]) => {
    const value = row[name as keyof typeof row] ?? column.default ?? null;
    return is(value, SQL) ? value : sql.param(value, column);
  });
  return sql`select ${sql.join(values, sql`, `)} where ${condition}`;
}
