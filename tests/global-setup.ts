// Runs once around all tests: bundles the search worker from app/ unless that is done, makes the folder for temporary files
// and a migrated database that each test file copies, and removes both in the end.
import { existsSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { makeScratchFolder } from "./scratch-folder";

const TEMPLATE = "template.sqlite";

export default async function setup() {
  // Each project of a run calls it.
  if (existsSync(join(tmpdir(), TEMPLATE))) return;
  // @ts-expect-error: plain Node, without types
  if (!process.env.TEST_BUILT) await import("../bin/build-programs.mjs");
  const folder = makeScratchFolder();
  // `tmpdir()` returns it from now on, in the tests' processes too.
  process.env.TMPDIR = folder;
  process.env.DATABASE_URL = `file:${join(folder, TEMPLATE)}`;
  process.env.DATA_DIR = folder;
  const { client, openDatabase } = await import("db/client.server");
  await openDatabase();
  // The copies are of the file alone.
  await client.execute("pragma wal_checkpoint(truncate)");
  client.close();
  return () => rmSync(folder, { recursive: true, force: true });
}
