// How much space is left on the database's disk.
import { type StatsFs, statfsSync } from "node:fs";
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
  return freeBytesOf(await statfs(dirname(file)).catch(() => undefined));
}

function getFreeBytesNow(file: string): number | undefined {
  try {
    return freeBytesOf(statfsSync(dirname(file)));
  } catch {
    return undefined;
  }
}

/** Some file systems, of a user-space driver or of the kernel itself, have no size to report. */
function freeBytesOf(disk: StatsFs | undefined): number | undefined {
  return disk?.blocks ? disk.bavail * disk.bsize : undefined;
}
