// The database client, for a local file or a libSQL server: opened, checked and migrated.
import { chmodSync } from "node:fs";
import type { Client } from "@libsql/client";
import { sql } from "drizzle-orm";
import { drizzle } from "drizzle-orm/libsql";
import { migrate } from "drizzle-orm/libsql/migrator";
import { env } from "~/env.server";
import { hideValues } from "~/query-errors.server";
import { Refusal } from "~/refusal";
import { isDiskFull, reasonOf } from "./errors.server";
import { type LocalClient, openLocal } from "./local.server";
import { migrationsFolder, newestMigration } from "./migrations.server";
import { openRemote, type Remote } from "./remote.server";
import { followReplica } from "./replica.server";

/** How often migrations are tried. */
const MIGRATION_ATTEMPTS = 3;

type Connected = { client: Client; local?: LocalClient; remote?: Remote };

const { local, ...connected } = connect();

/** The client; `remote` is undefined for a local file. */
export const { client, remote } = connected;

/** The progress of that server, on a read-only machine with a replica. */
export const replica = remote && env.readsOnly ? followReplica(remote) : undefined;

/**
 * Waits until reads see everything that was written before; false if a replica can't tell or doesn't catch up within seconds.
 */
export async function catchUp(): Promise<boolean> {
  return replica?.catchUp() ?? true;
}

export const db = drizzle(client);

// Node prints the error that ends the process.
process.on("uncaughtExceptionMonitor", hideValues);

/**
 * Empties the write-ahead log of the server's own database file, where erased content would otherwise stay until it is
 * overwritten. Resolves with false while another process still reads from the log.
 */
export async function emptyLog(): Promise<boolean> {
  return local ? local.emptyLog() : true;
}

/**
 * Migrates the database to this version's schema. On a nearly full disk, and on a replica, it is opened for reading if it
 * already has that schema. Resolves with whether it takes writes. Throws a DatabaseStartupError, with nothing changed, for a
 * database that is not writable or was migrated by a newer version, and without space for a migration.
 */
export async function openDatabase(): Promise<boolean> {
  try {
    if (env.readsOnly && (await lastMigration()) === newestMigration()) return false;
    await migrateDatabase();
    if (env.readsOnly) return false;
    await db.batch([
      db.run(sql`create table if not exists write_check (id integer)`),
      db.run(sql`drop table write_check`),
    ]);
    return true;
  } catch (error) {
    if (error instanceof DatabaseStartupError) throw error;
    if (!isDiskFull(error)) throw new DatabaseStartupError(cannotBeOpened(error));
    if ((await lastMigration()) === newestMigration()) return false;
    const minimum = `MIN_FREE_DISK_MB (${env.minFreeDiskBytes / 1_000_000} MB)`;
    throw new DatabaseStartupError(
      `The database has to be migrated, and its disk has less than ${minimum} free: make room and start again.`,
    );
  }
}

/** Throws a DatabaseStartupError, with nothing changed, for a database that was migrated by a newer version. */
async function migrateDatabase() {
  const newest = newestMigration();
  if ((await lastMigration()) > newest) {
    throw new DatabaseStartupError(
      `The database ${env.databaseUrl} belongs to a newer version of B-Side; nothing was changed.`,
    );
  }
  // A server manages its database itself.
  if (local) {
    await client.execute("pragma journal_mode = wal");
    await emptyLog();
  }
  // Another process or machine may run the migrations at the same moment, and a replica shows their result later.
  for (let attempt = 1; (await lastMigration()) !== newest; attempt++) {
    await migrate(db, { migrationsFolder }).catch((error) => {
      if (attempt === MIGRATION_ATTEMPTS) throw error;
    });
    await catchUp();
  }
}

/** When the newest applied migration was generated; 0 for an empty database. */
async function lastMigration(): Promise<number> {
  const tables = await client.execute("select name from sqlite_master where name = '__drizzle_migrations'");
  if (!tables.rows.length) return 0;
  const applied = await client.execute("select max(created_at) as newest from __drizzle_migrations");
  return Number(applied.rows[0]?.newest);
}

function connect(): Connected {
  const { databaseUrl: url, databaseFile: path, databaseAuthToken: authToken, readsOnly } = env;
  try {
    if (path === undefined) {
      const remote = openRemote({ url, authToken, readsOnly });
      return { client: remote, remote };
    }
    keepPrivate(path);
    const local = openLocal(url, path, env.minFreeDiskBytes);
    return { client: local, local };
  } catch (error) {
    // The file is opened during module loading, when nothing could catch the error.
    console.error(error instanceof Refusal ? error.message : cannotBeOpened(error));
    process.exit(1);
  }
}

/** Keeps other users of this machine out of the database's files, and of everything this process creates. */
function keepPrivate(path: string) {
  process.umask(0o077);
  for (const suffix of ["", "-wal", "-shm"]) {
    try {
      chmodSync(path + suffix, 0o600);
    } catch {
      // It doesn't exist yet, or belongs to a user who has shared it.
    }
  }
}

function cannotBeOpened(error: unknown) {
  return `The database ${env.databaseUrl} cannot be opened for writing: ${reasonOf(error)}.`;
}

/** Thrown for a database that this program cannot use; the message is one sentence. */
class DatabaseStartupError extends Refusal {
  constructor(message: string) {
    super("unavailable", message);
  }
}
