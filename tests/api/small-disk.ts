// A disk of 60 MB that can be filled.
import { execFileSync, spawnSync } from "node:child_process";
import { mkdtempSync, rmSync, statfsSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, onTestFinished } from "vitest";

/** A container may refuse its own root. */
export const canMount =
  process.platform === "linux" &&
  process.getuid?.() === 0 &&
  spawnSync("unshare", ["--mount", "mount", "-t", "tmpfs", "tmpfs", tmpdir()]).status === 0;

/** Mounts one until the end of the test. */
export function mountDisk() {
  const path = mkdtempSync(join(tmpdir(), "b-side-small-disk-"));
  execFileSync("mount", ["-t", "tmpfs", "-o", "size=60m", "tmpfs", path]);
  const filler = join(path, "filler");
  onTestFinished(() => {
    // Also if machines still use it, when the test fails.
    execFileSync("umount", ["-l", path]);
    rmSync(path, { recursive: true });
  });
  return {
    path,
    fill() {
      const { bavail, bsize } = statfsSync(path);
      // The machine writes too: a file of the size that was free may not fit, or leave some.
      const tooMuch = Buffer.alloc(bavail * bsize + 1_000_000);
      expect(() => writeFileSync(filler, tooMuch)).toThrow("ENOSPC");
    },
    empty: () => rmSync(filler),
  };
}
