// The folder for the temporary files of a test run, and files in it.
import { randomUUID } from "node:crypto";
import { mkdirSync, statfsSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

const IN_MEMORY = "/dev/shm";
const NEEDED_BYTES = 1_000_000_000;

/** Makes a folder for temporary files and returns its path. */
export function makeScratchFolder(): string {
  const path = makeScratchPath();
  mkdirSync(path);
  return path;
}

/**
 * A path for a new folder: in memory if there is space, since SQLite waits for the disk at every commit, and tests don't
 * need durability.
 */
export function makeScratchPath(): string {
  return join(hasRoomInMemory() ? IN_MEMORY : tmpdir(), `b-side-tests-${randomUUID()}`);
}

function hasRoomInMemory(): boolean {
  try {
    const { bavail, bsize } = statfsSync(IN_MEMORY);
    return bavail * bsize > NEEDED_BYTES;
  } catch {
    return false;
  }
}

/** Writes a temporary file of a test and returns its path. */
export function fileOf(content: Uint8Array | string): string {
  const path = join(tmpdir(), randomUUID());
  writeFileSync(path, content);
  return path;
}
