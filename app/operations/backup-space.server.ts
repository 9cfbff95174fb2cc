// Whether there is room for a backup, estimated before it is made.
import { existsSync } from "node:fs";
import { readdir, stat } from "node:fs/promises";
import { dirname, join } from "node:path";
import { getFreeBytes } from "db/disk-space.server";
import { openFile } from "db/write-ahead-log.server";
import { env } from "~/env.server";
import { formatBytes } from "~/models/operator/overview";
import { BackupError, PICTURES_FOLDER } from "./archive.server";

/** The average size of a picture's five files in a bucket, rounded up. */
const BUCKET_PICTURE_BYTES = 300_000;

/**
 * Throws a BackupError without room for a copy of the database in DATA_DIR and an archive at `archive`, estimated as
 * uncompressed. On the server's own disk, MIN_FREE_DISK_MB stays free.
 */
export async function requireSpace(database: string, archive: string, withPictures: boolean) {
  const databaseBytes = (await sizeOf(database)) + (await sizeOf(`${database}-wal`));
  const pictureBytes = withPictures ? await measurePictures(database) : 0;
  // Pictures in a folder are linked, those in a bucket are fetched.
  const copyBytes = databaseBytes + (env.bucket ? pictureBytes : 0);
  const archiveBytes = databaseBytes + pictureBytes;
  const [own, target] = [join(env.dataDir, "backup"), nearest(archive)];
  const isOwnDisk = (await stat(dirname(target))).dev === (await stat(env.dataDir)).dev;
  await requireFree(own, (isOwnDisk ? copyBytes + archiveBytes : copyBytes) + env.minFreeDiskBytes);
  if (!isOwnDisk) await requireFree(target, archiveBytes);
}

async function requireFree(file: string, neededBytes: number) {
  const freeBytes = await getFreeBytes(file);
  if (freeBytes === undefined || freeBytes >= neededBytes) return;
  throw new BackupError(
    `There is no room for a backup: it needs ${formatBytes(neededBytes)} free in ${dirname(file)}, which has ${formatBytes(freeBytes)}.`,
  );
}

async function measurePictures(database: string): Promise<number> {
  if (env.bucket) return measureBucket(database);
  const folder = join(env.dataDir, PICTURES_FOLDER);
  let bytes = 0;
  for (const name of await readdir(folder).catch(() => [])) bytes += await sizeOf(join(folder, name));
  return bytes;
}

/** The size of the files in the bucket; only those of messages are known exactly. */
function measureBucket(file: string): number {
  const database = openFile(file, 5000);
  try {
    const { pictures } = database.prepare("select count(*) as pictures from picture").get() as {
      pictures: number;
    };
    const { bytes } = database.prepare("select coalesce(sum(bytes), 0) as bytes from attachment").get() as {
      bytes: number;
    };
    return pictures * BUCKET_PICTURE_BYTES + bytes;
  } finally {
    database.close();
  }
}

async function sizeOf(file: string): Promise<number> {
  return (await stat(file).catch(() => undefined))?.size ?? 0;
}

/** The path, or its nearest ancestor whose folder exists. */
function nearest(path: string): string {
  return existsSync(dirname(path)) ? path : nearest(dirname(path));
}
