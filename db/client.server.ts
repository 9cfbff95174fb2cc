// The database client, for a local file, a replica or a remote server: opened, checked and migrated.
import { chmodSync } from "node:fs";
import type { Client } from "@libsql/client";
import { sql } from "drizzle-orm";
import { drizzle } from "drizzle-orm/libsql";
import { migrate } from "drizzle-orm/libsql/migrator";
import { env } from "~/env.server";
import { hideValues } from "~/query-errors.server";
import { Refusal } from "~/refusal";
import { isDiskFull, reasonOf } from "./errors.server";
import { openLocal } from "./local.server";
import { migrationsFolder, newestMigration } from "./migrations.server";
import { openRemote } from "./remote.server";
import { openReplica, type Replica } from "./replica.server";

/**
 * The client, and for a replica the functions that fetch other machines' writes, waiting three seconds at most and never
 * rejecting, and that say of when they have everything, in ms (undefined without a replica).
 */
const { local, ...connected } = connect();

export const { client, syncReplica, getSyncedAt, replica } = connected;

/** Whether reads are local where they should be: not while a replica is fetched or can't be synced. */
export function isDatabaseReady(): boolean {
  return replica?.isReadable() ?? true;
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
 * Migrates the database to this version's schema. On a disk that is nearly full, or while the primary of a replica is away,
 * it is opened for reading if it has that schema already. Resolves with whether it takes writes.
 * Throws a DatabaseStartupError, with nothing changed, for a database that is not writable or was migrated by a newer
 * version, and for one to be migrated without space for it.
 */
export async function openDatabase(): Promise<boolean> {
  try {
    if (replica && !(await reachPrimary(replica))) return false;
    await migrateDatabase(client);
    await db.batch([
      db.run(sql`create table if not exists write_check (id integer)`),
      db.run(sql`drop table write_check`),
    ]);
    return true;
  } catch (error) {
    if (error instanceof DatabaseStartupError) throw error;
    if (!isDiskFull(error)) throw new DatabaseStartupError(cannotBeOpened(error));
    if ((await lastMigration(client)) === newestMigration()) return false;
    const minimum = `MIN_FREE_DISK_MB (${env.minFreeDiskBytes / 1_000_000} MB)`;
    throw new DatabaseStartupError(
      `The database has to be migrated, and its disk has less than ${minimum} free: make room and start again.`,
    );
  }
}

/**
 * Brings a replica up to what its primary has. Resolves with false if the primary doesn't answer but the file of an earlier
 * process can be read; rejects if it can't.
 */
async function reachPrimary(opened: Replica): Promise<boolean> {
  try {
    await opened.sync();
    return true;
  } catch (error) {
    // Reads then go to the primary.
    if (!opened.isReadable()) return lastMigration(client).then(() => true);
    if ((await lastMigration(client)) !== newestMigration()) throw error;
    console.error(`The primary database is unreachable, serving reads from the replica: ${reasonOf(error)}`);
    return false;
  }
}

/** Throws a DatabaseStartupError, with nothing changed, for a database that was migrated by a newer version. */
async function migrateDatabase(target: Client) {
  const newest = newestMigration();
  if ((await lastMigration(target)) > newest) {
    throw new DatabaseStartupError(
      `The database ${env.databaseUrl} belongs to a newer version of B-Side; nothing was changed.`,
    );
  }
  // A replica's file is managed by the driver, and a remote database by its server.
  if (env.ownDatabaseFile !== undefined) {
    await target.execute("pragma journal_mode = wal");
    await emptyLog();
  }
  await migrate(drizzle(target), { migrationsFolder }).catch(async (error) => {
    // Another process or machine may have run the migrations at the same moment.
    await syncReplica();
    if ((await lastMigration(target)) !== newest) throw error;
  });
}

/** When the newest applied migration was generated; 0 for an empty database. */
async function lastMigration(target: Client): Promise<number> {
  const tables = await target.execute("select name from sqlite_master where name = '__drizzle_migrations'");
  if (!tables.rows.length) return 0;
  const applied = await target.execute("select max(created_at) as newest from __drizzle_migrations");
  return Number(applied.rows[0]?.newest);
}

function connect() {
  const {
    databaseUrl: url,
    databaseFile: path,
    databaseSyncUrl: syncUrl,
    databaseAuthToken: authToken,
  } = env;
  try {
    if (path !== undefined) keepPrivate(path);
    if (path !== undefined && syncUrl) {
      const replica = openReplica({
        path,
        syncUrl,
        authToken,
        readsOnly: env.readsOnly,
        migratePrimary: migrateDatabase,
      });
      const { syncReplica, getSyncedAt } = replica;
      return { client: replica, syncReplica, getSyncedAt, replica, local: undefined };
    }
    const local = path === undefined ? undefined : openLocal(url, path, env.minFreeDiskBytes);
    const client = local ?? openRemote(url, authToken);
    return { client, syncReplica: async () => {}, getSyncedAt: () => undefined, replica: undefined, local };
  } catch (error) {
    // The file is opened during module loading, when nothing could catch the error.
    console.error(error instanceof Refusal ? error.message : cannotBeOpened(error));
    process.exit(1);
  }
}

/** Keeps other users of this machine from the database's files, and from whatever this process creates. */
function keepPrivate(path: string) {
  process.umask(0o077);
  for (const suffix of ["", "-wal", "-shm", "-client_wal_index", "-info"]) {
    try {
      chmodSync(path + suffix, 0o600);
    } catch {
      // It is not there yet, or belongs to a user who has shared it.
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
