// A lock between processes, for work in a checkout that two of them must not do at once. Plain Node.
import { readFileSync, renameSync, rmSync, statSync, writeFileSync } from "node:fs";

const RETRY_MS = 200;
/** Older locks are stale, even if another program has their process's number by now. */
const STALE_MS = 60 * 60_000;

/**
 * Calls `run` while no other process holds the lock `file`, and returns what it returns. Waits, after printing `waiting`
 * once, and takes over the lock of a process that has ended.
 */
export function withLock(file, waiting, run) {
  for (let isFirst = true; !tryLock(file); isFirst = false) {
    if (isFirst) console.info(waiting);
    Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, RETRY_MS);
  }
  const release = () => rmSync(file, { force: true });
  // Also if `run` ends the process.
  process.once("exit", release);
  try {
    return run();
  } finally {
    process.off("exit", release);
    release();
  }
}

function tryLock(file) {
  try {
    writeFileSync(file, String(process.pid), { flag: "wx" });
    return true;
  } catch (error) {
    if (error.code !== "EEXIST") throw error;
    removeStale(file);
    return false;
  }
}

/** Removes the lock of a process that has ended, or puts back one that another process has taken meanwhile. */
function removeStale(file) {
  const aside = `${file}.${process.pid}`;
  try {
    if (isHeld(file)) return;
    renameSync(file, aside);
    if (isHeld(aside)) renameSync(aside, file);
    else rmSync(aside);
  } catch (error) {
    // Another process has just removed it.
    if (error.code !== "ENOENT") throw error;
  }
}

function isHeld(file) {
  const age = Date.now() - statSync(file).mtimeMs;
  const pid = Number(readFileSync(file, "utf8"));
  // The file is empty for a moment while it is created.
  return age < (pid ? STALE_MS : RETRY_MS) && (!pid || isRunning(pid));
}

function isRunning(pid) {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    // Another user's process.
    return error.code === "EPERM";
  }
}
