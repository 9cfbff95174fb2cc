// Restoring a backup into an empty deployment.
import { randomUUID } from "node:crypto";
import { copyFile, mkdir, readdir, readFile, rename, rm } from "node:fs/promises";
import { basename, dirname, join } from "node:path";
import { newestMigration } from "db/migrations.server";
import { env } from "~/env.server";
import { storage } from "~/integrations/storage.server";
import {
  BackupError,
  DATABASE_FILE,
  extractArchive,
  type Manifest,
  PICTURES_FOLDER,
  SECRET_FILE,
} from "./archive.server";

/**
 * Restores an archive into DATA_DIR after verifying everything in it; the database comes last. Throws a BackupError for a
 * damaged archive, one of a newer version, and a deployment that has a database.
 */
export async function restoreBackup(archive: string): Promise<Manifest> {
  const database = env.databaseFile;
  if (database === undefined) {
    throw new BackupError(
      "This deployment's database is on a libSQL server: restore the archive into an empty DATA_DIR without DATABASE_URL, and start the server with that database file as dbs/default/data in an empty directory. Empty its replicas as well.",
    );
  }
  // A left-over write-ahead log would be applied to the restored file.
  const left = (await readdir(dirname(database))).find((name) => name.startsWith(basename(database)));
  if (left !== undefined) {
    throw new BackupError(
      `${join(dirname(database), left)} exists: restore into an empty DATA_DIR, with no server running on it.`,
    );
  }
  const folder = join(env.dataDir, `restore-${randomUUID()}`);
  try {
    await mkdir(folder);
    const manifest = await extractArchive(archive, folder);
    if (manifest.schemaVersion > newestMigration()) {
      throw new BackupError(`${archive} was made by a newer version of B-Side.`);
    }
    for (const name of await readdir(join(folder, PICTURES_FOLDER)).catch(() => [])) {
      await storage.put(name, await readFile(join(folder, PICTURES_FOLDER, name)));
    }
    if (!process.env.SESSION_SECRET) {
      const secret = join(folder, SECRET_FILE);
      if (manifest.sha256[SECRET_FILE]) await copyFile(secret, join(env.dataDir, SECRET_FILE));
    }
    await rename(join(folder, DATABASE_FILE), database);
    return manifest;
  } finally {
    // When an archive turns out damaged, files before the damage are still being written.
    await rm(folder, { recursive: true, force: true, maxRetries: 10 });
  }
}
