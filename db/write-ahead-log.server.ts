// The write-ahead log of a database file: when it is copied into the file, and how it is emptied.
//
// In SQLite before 3.51.3 a checkpoint can lose what was committed if, while it runs, a write of another connection starts
// the log anew (sqlite.org/wal.html#walresetbug). So no connection has automatic checkpoints, and ours run while this
// process holds the write lock, so that nobody else writes meanwhile. The modes FULL and TRUNCATE are no help: without the
// lock they fall back to PASSIVE. See docs/decisions/020-the-database-file.md.
import { statSync } from "node:fs";
import Database from "libsql";

/** At this length the log is copied into the file: SQLite's own default. */
const LOG_BYTES = 4 * 1024 ** 2;

/** By how much it must grow before a write retries, if a reader or another process kept it from being copied completely. */
const RETRY_BYTES = 1024 ** 2;

/** How much of its file stays when a new log begins: commits into allocated space are faster. */
const KEPT_BYTES = LOG_BYTES - 256 * 1024;

/** At most the length of a log with one write of a single page. */
const SMALL_LOG_BYTES = 8 * 1024;

/** SQLite's first version in which checkpoints and writes can't collide. */
const FIXED_VERSION = [3, 51, 3];

/** True if checkpoints of this version of SQLite, such as `3.45.1`, can lose simultaneous commits. */
export function losesCheckpointedWrites(version: string): boolean {
  const parts = version.split(".").map(Number);
  for (const [index, fixed] of FIXED_VERSION.entries()) {
    const part = parts[index] ?? 0;
    if (part !== fixed) return part < fixed;
  }
  return false;
}

/** SQLite's version in the driver. */
export const engineVersion = readEngineVersion();

/** The statement that turns a connection's automatic checkpoints off with this version, or leaves the default. */
export function automaticCheckpoints(version: string): string {
  return `pragma wal_autocheckpoint = ${losesCheckpointedWrites(version) ? 0 : 1000}`;
}

/** Says in one sentence who copies the log with this version. */
export function describeCheckpoints(version: string): string {
  if (losesCheckpointedWrites(version))
    return `SQLite ${version} can lose commits in its own checkpoints, so the server makes them`;
  return `SQLite ${version} makes its own checkpoints`;
}

/** The first statement of every connection. */
export const CHECKPOINTS = automaticCheckpoints(engineVersion);

/** Opens a connection without automatic checkpoints, which waits `timeout` milliseconds for a lock. */
export function openFile(file: string, timeout: number): Database.Database {
  const database = new Database(file, { timeout });
  database.exec(`${CHECKPOINTS}; pragma journal_size_limit = ${KEPT_BYTES}`);
  return database;
}

/** Copies the log of a file into it, over two connections of its own: one holds the write lock, the other copies. */
export function createCheckpointer(file: string) {
  let connections: [holder: Database.Database, copier: Database.Database] | undefined;
  /** The length at which the log is copied next. */
  let due = LOG_BYTES;

  /** Runs `work` while this process holds the write lock. Throws if another connection does. */
  function locked<Result>(work: (holder: Database.Database, copier: Database.Database) => Result): Result {
    connections ??= [openFile(file, 0), openFile(file, 0)];
    const [holder, copier] = connections;
    try {
      holder.exec("begin immediate");
      const result = work(holder, copier);
      holder.exec("commit");
      return result;
    } catch (error) {
      if (holder.inTransaction) holder.exec("rollback");
      // The driver leaves a locked statement unfinished, which would block commits on its connection.
      close();
      throw error;
    }
  }

  function close() {
    for (const connection of connections ?? []) connection.close();
    connections = undefined;
  }

  return {
    /**
     * Copies a log that has become long. If an attempt left some of it, tries again only when it has grown, or with `isLater`.
     */
    shorten(isLater = false) {
      const bytes = logBytes(file);
      if (isLater || bytes < LOG_BYTES) due = LOG_BYTES;
      if (bytes < due) return;
      try {
        due = locked((_, copier) => copyLog(copier)) ? LOG_BYTES : bytes + RETRY_BYTES;
      } catch {
        // The other process that writes copies the log itself.
        due = bytes + RETRY_BYTES;
      }
    },
    /**
     * Leaves nothing in the log but one small write. Returns false while a reader still needs the old one, or if another
     * process has written since. Throws if another connection holds the write lock.
     */
    empty(): boolean {
      if (!locked((_, copier) => copyLog(copier))) return false;
      locked((holder) => {
        const { user_version } = holder.prepare("pragma user_version").all()[0] as { user_version: number };
        // The first commit of a new log truncates the old one.
        holder.exec(`pragma journal_size_limit = 0; pragma user_version = ${user_version}`);
      });
      return logBytes(file) <= SMALL_LOG_BYTES;
    },
    close,
  };
}

/** Copies everything that readers don't need; returns true if that is all, so that the next write starts a new log. */
function copyLog(copier: Database.Database): boolean {
  const [result] = copier.prepare("pragma wal_checkpoint(passive)").all() as {
    busy: number;
    log: number;
    checkpointed: number;
  }[];
  return result?.busy === 0 && result.log === result.checkpointed;
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
