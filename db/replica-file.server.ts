// The files of an embedded replica: whether an earlier process left them whole.
import { existsSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { reasonOf } from "./errors.server";

/** The driver's files, by what follows the name of the database's file. */
const SUFFIXES = ["", "-wal", "-shm", "-client_wal_index", "-info"];
/** Those that hold the data, and where in the primary's log it ends. */
const DATA_SUFFIXES = ["", "-wal", "-client_wal_index"];
/** Follows the name of the file that describes the others as they were when the server stopped. */
const CLOSED = "-closed";

/** Whether the files at `path` are all there, once after each start: the description of a stopped server is used up. */
export function inspectReplicaFiles(path: string): "absent" | "whole" | "incomplete" {
  const [hasFile, hasLog, hasIndex] = DATA_SUFFIXES.map((suffix) => existsSync(path + suffix));
  const closed = takeClosedState(path);
  if (!hasFile && !hasIndex) return "absent";
  if (!hasFile || !hasIndex || statSync(path).size === 0) return "incomplete";
  // The index knows what was synced, but not whether the log that held it is still there: without the last part of it
  // the driver would add frames to the wrong state. A server that was killed always leaves a log.
  const isWhole = closed === undefined ? hasLog : closed === describeFiles(path);
  return isWhole ? "whole" : "incomplete";
}

/** Describes the files for the next start, which finds them as after a kill if the disk is full. */
export function saveClosedState(path: string) {
  try {
    writeFileSync(path + CLOSED, describeFiles(path));
  } catch (error) {
    console.error(`The replica's files can't be described: ${reasonOf(error)}`);
    rmSync(path + CLOSED, { force: true });
  }
}

/** Removes the files at `path`. */
export function removeReplicaFiles(path: string) {
  for (const suffix of SUFFIXES) rmSync(path + suffix, { force: true });
}

/** The size and time of the files that make up the replica. */
function describeFiles(path: string): string {
  const described = DATA_SUFFIXES.map((name) => {
    const found = statSync(path + name, { throwIfNoEntry: false });
    return found && [name, found.size, found.mtimeMs];
  });
  return JSON.stringify(described);
}

/** The description that the server left when it stopped, once; undefined if it was killed. */
function takeClosedState(path: string): string | undefined {
  if (!existsSync(path + CLOSED)) return undefined;
  const closed = readFileSync(path + CLOSED, "utf8");
  rmSync(path + CLOSED);
  return closed;
}
