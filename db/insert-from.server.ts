// Inserting the rows of a query: drizzle's own `insert().select()` compiles without a new column and fails at run time.
import {
  type Column,
  getTableColumns,
  isSQLWrapper,
  type Placeholder,
  type SQL,
  type SQLWrapper,
  sql,
} from "drizzle-orm";
import type { SQLiteTable } from "drizzle-orm/sqlite-core";
import type { Database } from "./transaction.server";

/** Each column's value: a constant, or the query's expression for it. */
type Row<Table extends SQLiteTable> = {
  [Name in keyof Table["$inferSelect"]]: Table["$inferSelect"][Name] | Column | SQL | Placeholder;
};

type Select = ReturnType<Database["select"]>;

/**
 * The statement that inserts a row for each one that a query finds: `row` gives every column a value, by its name or by a
 * function of it, and `from` is the query's source. With `onConflict…`, it needs a `where`.
 */
export function insertFrom<Table extends SQLiteTable>(
  on: Database,
  table: Table,
  row: Row<Table> | ((column: Column) => SQL),
  from: (select: Select) => SQLWrapper,
) {
  const fields = Object.entries(getTableColumns(table)).map(([name, column]) => {
    const value = typeof row === "function" ? row(column) : row[name as keyof Row<Table>];
    return [name, sql`${isSQLWrapper(value) ? value : sql.param(value, column)}`];
  });
  return on.insert(table).select(from(on.select(Object.fromEntries(fields))) as never);
}
