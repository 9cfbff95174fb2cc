// What stands around all tests: the program in which Discover searches, made from what stands in app/, and a folder for
// temporary files that is taken away in the end.
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

export default async function setup() {
  // @ts-expect-error: plain Node, without types
  await import("../bin/build-worker.mjs");
  const folder = mkdtempSync(join(tmpdir(), "b-side-tests-"));
  // Where `tmpdir()` is from now on, for the tests' processes too.
  process.env.TMPDIR = folder;
  return () => rmSync(folder, { recursive: true, force: true });
}
