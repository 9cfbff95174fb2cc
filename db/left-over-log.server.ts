// Recognizes a write-ahead log left behind by a different database file. SQLite would apply it to any file of that name.
// The file's header holds a random mark that changes with every new log and every hour, and a list next to the file
// says which marks are valid. Older copies and other databases have different marks. A copy made after the current
// log started is safe, because the log contains every change since.
import { randomInt } from "node:crypto";
import { closeSync, existsSync, openSync, readFileSync, readSync, statSync } from "node:fs";
import { open, rename } from "node:fs/promises";
import { basename } from "node:path";
import type { Client } from "@libsql/client";
import { Refusal } from "~/refusal";

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
const HOUR_MS = 3_600_000;

/**
 * Refuses a file with another file's log (unavailable). Call it only before this process opens the file, or SQLite
 * would lose its locks.
 */
export function checkLeftOverLog(file: string) {
  const size = statSync(file, { throwIfNoEntry: false })?.size;
  // SQLite itself removes the log of an empty file.
  if (!size || !readLogHeader(file)) return;
  const header = readStart(file, HEADER_BYTES);
  const hasMark = readMarks(file)?.includes(header.readUInt32BE(MARK_OFFSET)) ?? true;
  if (hasMark && header.readUInt8(JOURNAL_OFFSET) === WRITE_AHEAD) return;
  const name = basename(file);
  throw new Refusal(
    "unavailable",
    `${file}${LOG} doesn't belong to ${name}. If you copied ${name} there, remove ${name}${LOG} and ${name}-shm and start again; otherwise put the original file back.`,
  );
}

/** Returns a function that gives the database a new mark whenever it has a new log, and every hour. */
export function createMarker(client: Client, file: string): () => Promise<void> {
  let last: { mark: number; log: string; at: number } | undefined;
  return async () => {
    const isNewLog = last !== undefined && readLogHeader(file) !== last.log;
    if (last && !isNewLog && Date.now() - last.at < HOUR_MS) return;
    const mark = randomInt(1, MAX_MARK);
    // SQLite starts a new log once the whole old one is in the file.
    const earlier = isNewLog && last ? [last.mark] : (readMarks(file) ?? []);
    await writeMarks(file, [...new Set([...earlier, await readMark(client), mark])]);
    await client.execute(`pragma user_version = ${mark}`);
    last = { mark, log: readLogHeader(file), at: Date.now() };
  };
}

async function readMark(client: Client): Promise<number> {
  const { rows } = await client.execute("pragma user_version");
  return Number(rows[0]?.user_version);
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
