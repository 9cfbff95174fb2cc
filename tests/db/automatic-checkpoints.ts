// The write-ahead log as SQLite keeps it by itself, with checkpoints on every connection, to compare db/write-ahead-log with.
import Database from "libsql";

export const CHECKPOINTS = "pragma wal_autocheckpoint = 1000";

export function openFile(file: string, timeout: number): Database.Database {
  const database = new Database(file, { timeout });
  database.exec(CHECKPOINTS);
  return database;
}

export function createCheckpointer(file: string) {
  let own: Database.Database | undefined;
  return {
    shorten() {},
    empty() {
      own ??= openFile(file, 5000);
      own.prepare("pragma wal_checkpoint(passive)").all();
      return false;
    },
    close: () => own?.close(),
  };
}
