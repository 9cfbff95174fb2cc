// How much space is left on the database's disk.
import { statfsSync } from "node:fs";
import { statfs } from "node:fs/promises";
import { dirname } from "node:path";

const CHECK_MS = 1000;

/**
 * Watches the disk of `file` and returns whether at least `minFreeBytes` are left on it, as of the last second.
 * A disk whose free space is unknown counts as having enough: a write will fail if it has not.
 */
export function reserveDiskSpace(file: string, minFreeBytes: number): () => boolean {
  let freeBytes = getFreeBytesNow(file);
  setInterval(async () => {
    freeBytes = await getFreeBytes(file);
  }, CHECK_MS).unref();
  return () => freeBytes === undefined || freeBytes >= minFreeBytes;
}

/** The free bytes on the disk of `file`; undefined if unknown. */
export async function getFreeBytes(file: string): Promise<number | undefined> {
  const disk = await statfs(dirname(file)).catch(() => undefined);
  return disk && disk.bavail * disk.bsize;
}

function getFreeBytesNow(file: string): number | undefined {
  try {
    const disk = statfsSync(dirname(file));
    return disk.bavail * disk.bsize;
  } catch {
    return undefined;
  }
}
