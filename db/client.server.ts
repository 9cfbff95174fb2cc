// The one way to the database, whichever kind it is: opened, checked and migrated.
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { createClient } from "@libsql/client";
import { sql } from "drizzle-orm";
import { drizzle } from "drizzle-orm/libsql";
import { migrate } from "drizzle-orm/libsql/migrator";
import { env } from "~/env.server";
import { openElsewhere, reasonOf } from "./elsewhere.server";
import { openReplica } from "./replica.server";
import * as schema from "./schema";
import { queueWriters } from "./statements";

const migrationsFolder = join(process.cwd(), "db/migrations");

/**
 * The database; and how a replica hears what other machines had written when it is asked to, which any other database
 * knows already: in three seconds at most, never rejecting.
 */
export const { client, catchUp } = connect();

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
    if (env.databaseSyncUrl) await client.sync();
    if ((await lastMigration()) > newest) {
      throw new DatabaseProblem(
        `The database ${env.databaseUrl} belongs to a newer version of this program; nothing was changed.`,
      );
    }
    // A replica's file is kept by its driver, and a server's by the server.
    const isPlainFile = env.databaseFile !== undefined && !env.databaseSyncUrl;
    if (isPlainFile) await client.execute("pragma journal_mode = wal");
    await migrate(db, { migrationsFolder }).catch(async (error) => {
      // Another machine may have begun at the same moment, and been first.
      await catchUp();
      if (isPlainFile || (await lastMigration()) !== newest) throw error;
    });
    await db.batch([
      db.run(sql`create table if not exists write_check (id integer)`),
      db.run(sql`drop table write_check`),
    ]);
  } catch (error) {
    if (error instanceof DatabaseProblem) throw error;
    throw new DatabaseProblem(cannotBeOpened(error));
  }
}

/** When the last migration that was applied had been made; 0 where none was. */
async function lastMigration(): Promise<number> {
  const tables = await client.execute("select name from sqlite_master where name = '__drizzle_migrations'");
  if (!tables.rows.length) return 0;
  const applied = await client.execute("select max(created_at) as newest from __drizzle_migrations");
  return Number(applied.rows[0]?.newest);
}

function connect() {
  const { databaseUrl: url, databaseSyncUrl: syncUrl, databaseAuthToken: authToken } = env;
  try {
    if (env.databaseFile === undefined)
      return { client: openElsewhere(url, authToken), catchUp: async () => {} };
    if (!syncUrl)
      return { client: queueWriters(createClient({ url, timeout: 5000 })), catchUp: async () => {} };
    const replica = openReplica({ url, syncUrl, authToken });
    return { client: replica, catchUp: replica.catchUp };
  } catch (error) {
    // A file is opened here and now, while modules are loaded: nobody could catch this.
    console.error(cannotBeOpened(error));
    process.exit(1);
  }
}

function cannotBeOpened(error: unknown) {
  return `The database ${env.databaseUrl} cannot be opened and written: ${reasonOf(error)}.`;
}

/** A database that this program cannot use; the message is one sentence. */
export class DatabaseProblem extends Error {}
