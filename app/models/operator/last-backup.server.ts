// The last backup of this deployment, kept in a file: backups are made by other processes.
import { readFile, rename, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { HOUR_MS } from "~/durations";
import { env } from "~/env.server";
import { t } from "~/language/text";

type LastBackup = {
  at: string;
  /** Unknown for a backup made by another machine. */
  bytes?: number;
  /** When the last one at BACKUP_TO was made. */
  scheduledAt?: string;
};

const file = join(env.dataDir, "last-backup.json");

/** "Every 24 h", or who else makes the backups. */
export function describeSchedule(): string {
  if (env.backup.to) return t("Every {hours} h", { hours: env.backup.everyHours });
  return env.databaseFile === undefined ? t("By the database server") : t("None");
}

/** Whether this machine's database has no backup, or missed the last two that were due. */
export function lacksBackup(last: LastBackup | undefined): boolean {
  if (env.databaseFile === undefined) return false;
  if (!last) return true;
  const { to, everyHours } = env.backup;
  return to !== undefined && Date.now() - Date.parse(last.at) > 2 * everyHours * HOUR_MS;
}

/** Records a backup that was made just now. */
export async function saveLastBackup(bytes: number | undefined, isScheduled: boolean) {
  const at = new Date().toISOString();
  const backup: LastBackup = {
    at,
    bytes,
    scheduledAt: isScheduled ? at : (await getLastBackup())?.scheduledAt,
  };
  const draft = `${file}.${process.pid}`;
  await writeFile(draft, JSON.stringify(backup));
  await rename(draft, file);
}

/** The last backup; undefined if none is known. */
export async function getLastBackup(): Promise<LastBackup | undefined> {
  try {
    return JSON.parse(await readFile(file, "utf8"));
  } catch {
    return undefined;
  }
}

/** Whether the last scheduled backup is BACKUP_EVERY hours old or missing. */
export async function isBackupDue(): Promise<boolean> {
  const { scheduledAt } = (await getLastBackup()) ?? {};
  if (scheduledAt === undefined) return true;
  return Date.now() - Date.parse(scheduledAt) >= env.backup.everyHours * HOUR_MS;
}
