// Recognizes a write-ahead log left behind by a different database file. SQLite would apply it to any file of that name.
// The file's header holds a random mark that changes with every new log and every hour, and a list next to the file
// says which marks are valid. Older copies and other databases have different marks. A copy made after the current
// log started is safe, because the log contains every change since.
import { randomInt } from "node:crypto";
import { closeSync, existsSync, openSync, readFileSync, readSync, statSync } from "node:fs";
import { open, rename } from "node:fs/promises";
import { basename } from "node:path";
import { isDeepStrictEqual } from "node:util";
import { HOUR_MS } from "~/durations";
import { Refusal } from "~/refusal";
import { runLocked } from "./local.server";

const LOG = "-wal";
const LOG_HEADER_BYTES = 32;
/** The suffix of the file that lists a database's marks. */
export const MARKS = "-marks";
const HEADER_BYTES = 100;
/** The offset of the journal version in SQLite's file format, and its value with a write-ahead log. */
const JOURNAL_OFFSET = 18;
const WRITE_AHEAD = 2;
/** The offset of the "user version", which holds the mark. */
const MARK_OFFSET = 60;
const MAX_MARK = 2 ** 31;

/**
 * Refuses a file with another file's log (unavailable). Call it only before this process opens the file, or SQLite
 * would lose its locks.
 */
export function checkLeftOverLog(file: string) {
  const size = statSync(file, { throwIfNoEntry: false })?.size;
  // SQLite itself removes the log of an empty file.
  if (!size || !readLogHeader(file)) return;
  // A running server may replace the list and write a newer mark to the file at any moment.
  const before = readMarks(file) ?? [];
  const header = readStart(file, HEADER_BYTES);
  const marks = readMarks(file);
  const hasMark = !marks || [...before, ...marks].includes(header.readUInt32BE(MARK_OFFSET));
  if (hasMark && header.readUInt8(JOURNAL_OFFSET) === WRITE_AHEAD) return;
  const name = basename(file);
  throw new Refusal(
    "unavailable",
    `${file}${LOG} doesn't belong to ${name}. If you copied ${name} there, remove ${name}${LOG} and ${name}-shm and start again; otherwise put the original file back.`,
  );
}

/** Returns a function that gives the database in `file` a new mark whenever it has a new log, and every hour. */
export function createMarker(file: string): () => Promise<void> {
  let last: { marks: number[]; log: string; at: number } | undefined;
  return async () => {
    const isNewLog = last !== undefined && readLogHeader(file) !== last.log;
    if (last && !isNewLog && Date.now() - last.at < HOUR_MS) return;
    // Two processes that mark at once would overwrite each other's list.
    await runLocked(file, async (connection) => {
      const listed = readMarks(file) ?? [];
      // SQLite starts a new log once the whole old one, with its last mark, is in the file. Marks of other processes stay
      // until this one finds the list as it left it.
      const isOwnList = isDeepStrictEqual(listed, last?.marks);
      const earlier = isNewLog && isOwnList ? listed.slice(-1) : listed;
      const [row] = connection.prepare("pragma user_version").all() as { user_version: number }[];
      const mark = randomInt(1, MAX_MARK);
      const marks = [...new Set([...earlier, row?.user_version ?? 0, mark])];
      await writeMarks(file, marks);
      connection.exec(`pragma user_version = ${mark}`);
      last = { marks, log: last?.log ?? "", at: Date.now() };
    });
    if (last) last.log = readLogHeader(file);
  };
}

/** Identifies the current log; empty without one. */
function readLogHeader(file: string): string {
  const { size = 0 } = statSync(file + LOG, { throwIfNoEntry: false }) ?? {};
  return size > LOG_HEADER_BYTES ? readStart(file + LOG, LOG_HEADER_BYTES).toString("hex") : "";
}

function readStart(file: string, length: number): Buffer {
  const start = Buffer.alloc(length);
  const descriptor = openSync(file, "r");
  try {
    readSync(descriptor, start, 0, length, 0);
  } finally {
    closeSync(descriptor);
  }
  return start;
}

/** The file's valid marks; undefined if it was never marked. */
function readMarks(file: string): number[] | undefined {
  return existsSync(file + MARKS) ? JSON.parse(readFileSync(file + MARKS, "utf8")) : undefined;
}

/** Writes the list to disk before the mark, because otherwise the database's own log would be refused. */
async function writeMarks(file: string, marks: number[]) {
  const draft = `${file}${MARKS}.${process.pid}`;
  const opened = await open(draft, "w");
  try {
    await opened.writeFile(JSON.stringify(marks));
    await opened.sync();
  } finally {
    await opened.close();
  }
  await rename(draft, file + MARKS);
}
