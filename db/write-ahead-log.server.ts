// The write-ahead log of a database file: when it is copied into the file, and how it is emptied.
//
// In SQLite before 3.51.3 a checkpoint can lose what was committed if, while it runs, a write of another connection starts
// the log anew (sqlite.org/wal.html#walresetbug). So no connection has automatic checkpoints, and ours run while this
// process holds the write lock, so that nobody else writes meanwhile. The modes FULL and TRUNCATE are no help: without the
// lock they fall back to PASSIVE.
import { statSync } from "node:fs";
import Database from "libsql";

/** How long the log may become before it is copied into the file. As long as SQLite's own default. */
const LOG_BYTES = 4 * 1024 ** 2;

/** At most the length of a log with one write of a single page. */
const SMALL_LOG_BYTES = 8 * 1024;

/** SQLite's first version in which checkpoints and writes can't meet. */
const FIXED_VERSION = [3, 51, 3];

/** True if checkpoints of this version of SQLite, such as `3.45.1`, can lose what was committed meanwhile. */
export function losesCheckpointedWrites(version: string): boolean {
  const parts = version.split(".").map(Number);
  for (const [index, fixed] of FIXED_VERSION.entries()) {
    const part = parts[index] ?? 0;
    if (part !== fixed) return part < fixed;
  }
  return false;
}

/** SQLite's version in the driver. */
const engineVersion = readEngineVersion();

/** The first statement of every connection that writes. A later SQLite may copy the log by itself, as it does by default. */
export const CHECKPOINTS = `pragma wal_autocheckpoint = ${losesCheckpointedWrites(engineVersion) ? 0 : 1000}`;

/** The statement that shortens the log's file with the first commit of a new log, over one connection. */
export const SHORT_LOG = "pragma journal_size_limit = 0";

/** Opens a connection without automatic checkpoints, which waits `timeout` milliseconds for a lock. */
export function openFile(file: string, timeout: number): Database.Database {
  const database = new Database(file, { timeout });
  database.exec(CHECKPOINTS);
  return database;
}

/** The connection that this process writes with. */
type Writer = { execute: (sql: string) => { rows: { [column: number]: unknown }[] } };

/** Copies the log of a file into it, over a connection of its own, while `writer` holds the write lock. */
export function createCheckpointer(file: string, writer: () => Writer) {
  let own: Database.Database | undefined;
  /** The length at which the log is copied next. */
  let due = LOG_BYTES;

  /**
   * Copies what readers no longer need otherwise; returns true if that is all, so that the next write starts a new log.
   * Throws if another connection holds the write lock.
   */
  function checkpoint(): boolean {
    const connection = writer();
    own ??= openFile(file, 0);
    connection.execute("begin immediate");
    try {
      const [result] = own.prepare("pragma wal_checkpoint(passive)").all() as {
        busy: number;
        log: number;
        checkpointed: number;
      }[];
      return result?.busy === 0 && result.log === result.checkpointed;
    } finally {
      connection.execute("rollback");
    }
  }

  return {
    /** Copies a log that has become long. While readers keep it from ending, it may grow by as much again. */
    shorten() {
      const bytes = logBytes(file);
      if (bytes < LOG_BYTES) due = LOG_BYTES;
      if (bytes < due) return;
      try {
        due = checkpoint() ? LOG_BYTES : bytes + LOG_BYTES;
      } catch {
        // Another process writes: the next write tries again, or it copies the log itself.
        due = bytes + LOG_BYTES / 4;
      }
    },
    /**
     * Leaves nothing in the log but one small write. Returns false while a reader still needs the old one, or if another
     * process has written since. Throws if another connection holds the write lock.
     */
    empty(): boolean {
      if (!checkpoint()) return false;
      const connection = writer();
      const version = connection.execute("pragma user_version").rows[0]?.[0];
      connection.execute(`pragma user_version = ${version}`);
      return logBytes(file) <= SMALL_LOG_BYTES;
    },
    close() {
      own?.close();
      own = undefined;
    },
  };
}

function logBytes(file: string): number {
  return statSync(`${file}-wal`, { throwIfNoEntry: false })?.size ?? 0;
}

function readEngineVersion(): string {
  const database = new Database(":memory:");
  const row = database.prepare("select sqlite_version() as version").get() as { version: string };
  database.close();
  return row.version;
}
