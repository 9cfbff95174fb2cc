// How much space the database takes, and how much is left.
import { stat } from "node:fs/promises";
import { client } from "db/client.server";
import { getFreeBytes } from "db/disk-space.server";
import { env } from "~/env.server";

/** The size of the database in bytes, its write-ahead log included; undefined if unknown. */
export async function getDatabaseBytes(): Promise<number | undefined> {
  const file = env.databaseFile;
  if (file === undefined) return getRemoteBytes();
  const sizes = await Promise.all([file, `${file}-wal`].map((path) => stat(path).catch(() => undefined)));
  return sizes[0] && sizes.reduce((sum, each) => sum + (each?.size ?? 0), 0);
}

/** The free space in bytes on the disk of the database, or of DATA_DIR if the database is remote; undefined if unknown. */
export function getFreeDiskBytes(): Promise<number | undefined> {
  return getFreeBytes(env.databaseFile ?? `${env.dataDir}/`);
}

async function getRemoteBytes(): Promise<number> {
  const { rows } = await client.execute(
    "select page_count * page_size as bytes from pragma_page_count(), pragma_page_size()",
  );
  return Number(rows[0]?.bytes);
}
