// A condition on another table.
import { exists, type SQL, sql } from "drizzle-orm";
import type { SQLiteTable } from "drizzle-orm/sqlite-core";
import { db } from "./client.server";

/** True if a table, or an alias of one, has a row for which this holds. */
export function hasRow(table: SQLiteTable, condition: SQL | undefined): SQL {
  return exists(db.select({ one: sql`1` }).from(table).where(condition));
}
