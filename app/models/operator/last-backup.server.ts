// The last backup of this deployment, kept in a file: backups are made by other processes.
import { readFile, rename, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { env } from "~/env.server";

type LastBackup = { at: string; bytes: number };

const file = join(env.dataDir, "last-backup.json");

/** "Every 24 h", or who else makes the backups. */
export function describeSchedule(): string {
  if (env.ownDatabaseFile === undefined) return "By the database server";
  return env.backup.to ? `Every ${env.backup.everyHours} h` : "None";
}

/** Remembers a backup that was made just now. */
export async function saveLastBackup(bytes: number) {
  const backup: LastBackup = { at: new Date().toISOString(), bytes };
  const draft = `${file}.${process.pid}`;
  await writeFile(draft, JSON.stringify(backup));
  await rename(draft, file);
}

/** The last backup; undefined if there is none. */
export async function getLastBackup(): Promise<LastBackup | undefined> {
  const text = await readFile(file, "utf8").catch(() => undefined);
  return text === undefined ? undefined : JSON.parse(text);
}
