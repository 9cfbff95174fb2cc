// A lock between processes, for work that only one of them may do at a time in a checkout. Plain Node.
import { linkSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";

const RETRY_MS = 200;
/** Older locks are stale, even if another program has their process's number by now. */
const STALE_MS = 60 * 60_000;

/**
 * Calls `run` while no other process holds the lock `file`, and returns its result. Waits, after printing `waiting` once, and
 * takes over the lock of a process that has ended.
 */
export function withLock(file, waiting, run) {
  for (let isFirst = true; !tryLock(file); isFirst = false) {
    if (isFirst) console.info(waiting);
    Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, RETRY_MS);
  }
  const release = () => rmSync(file, { force: true });
  // In case `run` exits the process.
  process.once("exit", release);
  try {
    return run();
  } finally {
    process.off("exit", release);
    release();
  }
}

function tryLock(file) {
  if (create(file)) return true;
  removeStale(file);
  return false;
}

/** Creates a file with this process's number, atomically; false if it exists. */
function create(file) {
  const aside = `${file}.${process.pid}`;
  writeFileSync(aside, String(process.pid));
  try {
    linkSync(aside, file);
    return true;
  } catch (error) {
    if (error.code !== "EEXIST") throw error;
    return false;
  } finally {
    rmSync(aside);
  }
}

/** Removes the lock of a process that has ended. Only one process at a time may, or it could remove another's new lock. */
function removeStale(file) {
  if (!isStale(file)) return;
  const removing = `${file}.removing`;
  if (create(removing)) {
    if (isStale(file)) rmSync(file);
    rmSync(removing);
  } else if (isStale(removing)) rmSync(removing, { force: true });
}

function isStale(file) {
  try {
    const age = Date.now() - statSync(file).mtimeMs;
    const pid = Number(readFileSync(file, "utf8"));
    return !pid || age >= STALE_MS || !isRunning(pid);
  } catch (error) {
    // Another process has just removed it.
    if (error.code !== "ENOENT") throw error;
    return false;
  }
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
