// The one connection to the database, opened, checked and migrated.
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { createClient } from "@libsql/client";
import { sql } from "drizzle-orm";
import { drizzle } from "drizzle-orm/libsql";
import { migrate } from "drizzle-orm/libsql/migrator";
import { env } from "~/env.server";
import * as schema from "./schema";

const migrationsFolder = join(process.cwd(), "db/migrations");

export const client = connect();

export const db = drizzle(client, { schema });

/**
 * Brings the database to this program's schema.
 * Refuses, with one sentence and nothing changed, a database that cannot be written or that a newer program has
 * migrated.
 */
export async function openDatabase() {
  const known = JSON.parse(readFileSync(join(migrationsFolder, "meta/_journal.json"), "utf8")) as {
    entries: { when: number }[];
  };
  const newest = Math.max(...known.entries.map((entry) => entry.when));
  try {
    const tables = await client.execute("select name from sqlite_master where name = '__drizzle_migrations'");
    if (tables.rows.length) {
      const applied = await client.execute("select max(created_at) as newest from __drizzle_migrations");
      if (Number(applied.rows[0]?.newest) > newest) {
        throw new DatabaseProblem(
          `The database ${env.databaseUrl} belongs to a newer version of this program; nothing was changed.`,
        );
      }
    }
    // A replica's file is kept by its driver; its statements go to the primary, which refuses this one.
    const isPlainFile = env.databaseUrl.startsWith("file:") && !env.databaseSyncUrl;
    if (isPlainFile) await client.execute("pragma journal_mode = wal");
    await migrate(db, { migrationsFolder });
    await db.run(sql`create table if not exists write_check (id integer)`);
    await db.run(sql`drop table write_check`);
  } catch (error) {
    if (error instanceof DatabaseProblem) throw error;
    throw new DatabaseProblem(cannotBeOpened(error));
  }
}

function connect() {
  try {
    return createClient({
      url: env.databaseUrl,
      authToken: env.databaseAuthToken,
      syncUrl: env.databaseSyncUrl,
      timeout: 5000,
      // Remix puts a Request of its own into the globals, which the fetch that was there before does not know.
      fetch: (request: Request) => fetch(request),
    });
  } catch (error) {
    // A file is opened here and now, while modules are loaded: nobody could catch this.
    console.error(cannotBeOpened(error));
    process.exit(1);
  }
}

function cannotBeOpened(error: unknown) {
  const cause = error instanceof Error && error.cause instanceof Error ? error.cause : error;
  const [reason] = String(cause instanceof Error ? cause.message : cause).split("\n");
  return `The database ${env.databaseUrl} cannot be opened and written: ${reason}.`;
}

/** A database that this program cannot use; the message is one sentence. */
export class DatabaseProblem extends Error {}
