// Runs searches: in a worker process if the database is a local file, in the index in memory where there is one, and
// otherwise in this process.
import { createHmac } from "node:crypto";
import { client, isDatabaseReady, replica } from "db/client.server";
import type { WorkerFailure } from "db/workers.server";
import { DAY_MS } from "~/durations";
import { env } from "~/env.server";
import { log } from "~/log.server";
import { Refusal } from "~/refusal";
import { makeQuery } from "./query";
import {
  type Search,
  type SearchCursor,
  type SearchResult,
  scoreMembers,
  searchPage,
} from "./search-page.server";
import { type TieOrder, viewerSeed } from "./tie";
import { indexWorkers, isLocalFile, searchWorkers } from "./worker-pool.server";

const TIME_LIMIT_MS = 5_000;

/** The index is read at most this often, should its process keep dying. */
const INDEX_RETRY_MS = 10_000;

/** The day of the last search and its seed, which is the same for most searches. */
let lastTies: TieOrder | undefined;

/** Whether the index can be searched, is being read, or is not there: as yet, or for good because it would be too large. */
let indexState: "absent" | "reading" | "ready" | "too large" = env.searchMemoryBytes ? "absent" : "too large";
let lastReadAt = Number.NEGATIVE_INFINITY;

/** The searches of this process so far: how many, and how long they took together. */
const totals = { count: { succeeded: 0, failed: 0 }, seconds: { succeeded: 0, failed: 0 } };

/** Returns the viewer's scores with these members, by id; see `scoreMembers()`. */
export function scoresWith(viewerId: number, otherIds: number[]): Promise<Map<number, number>> {
  return scoreMembers(makeQuery(client), viewerId, otherIds);
}

/**
 * Returns the page that `searchPage()` finds, retrying once if the worker dies. All pages of a list order ties as on the
 * day of the first one.
 * Refuses when the search times out or the worker dies twice (unavailable).
 */
export async function search(request: Omit<Search, "ties">): Promise<SearchResult | undefined> {
  const started = performance.now();
  let result: keyof typeof totals.count = "failed";
  try {
    const ties = tieOrder(request.viewerId, request.after?.day);
    const found = await runSearch({ ...request, ties });
    result = "succeeded";
    return found;
  } finally {
    totals.count[result] += 1;
    totals.seconds[result] += (performance.now() - started) / 1000;
  }
}

/** The order of a viewer's ties on a day, today unless given. */
export function tieOrder(viewerId: number, day = Math.floor(Date.now() / DAY_MS)): TieOrder {
  if (lastTies?.day !== day) {
    const hash = createHmac("sha256", env.tieKey).update(String(day)).digest();
    lastTies = { day, seed: [hash.readInt32LE(0), hash.readInt32LE(4)] };
  }
  return { day, seed: viewerSeed(lastTies.seed, viewerId) };
}

/** How many searches this process has run and how many seconds they took together, by result. */
export function getSearchTotals(): Readonly<typeof totals> {
  return totals;
}

async function runSearch(request: Search): Promise<SearchResult | undefined> {
  if (!isLocalFile || !isDatabaseReady()) return searchInThisProcess(request);
  const indexed = await searchInIndex(request);
  if (indexed) return indexed.found;
  try {
    return await searchInWorker(request);
  } catch (failure) {
    // The worker was killed because the file is fetched again, or found that it must be.
    if (replica?.discardIfDamaged(failure) || !isDatabaseReady()) return searchInThisProcess(request);
    if (failure !== "died") throw toError(failure as WorkerFailure);
  }
  return searchInWorker(request).catch((failure: WorkerFailure) => {
    throw toError(failure);
  });
}

/** Whether there is an index in memory; see `startIndex()`. */
export function getIndexState() {
  return indexState;
}

/** Starts to read the index, unless it is there or has been tried just now. Until it stands, the database is searched. */
export function startIndex(): void {
  const now = performance.now();
  if (!isLocalFile || indexState !== "absent" || now - lastReadAt < INDEX_RETRY_MS) return;
  lastReadAt = now;
  indexState = "reading";
  indexWorkers.run({ name: "read-index", maxBytes: env.searchMemoryBytes }).then(
    (isRead) => {
      indexState = isRead ? "ready" : "too large";
    },
    (failure: WorkerFailure) => {
      indexState = "absent";
      logIndexError(failure);
    },
  );
}

/** Searches the index; undefined if it is not there, or does not answer. */
async function searchInIndex(search: Search): Promise<{ found: SearchResult | undefined } | undefined> {
  startIndex();
  if (indexState !== "ready") return undefined;
  try {
    const answer = await indexWorkers.run({ name: "search-index", search }, TIME_LIMIT_MS);
    if (answer === undefined) indexState = "absent";
    return answer as { found: SearchResult | undefined } | undefined;
  } catch (failure) {
    // After a timeout the index may still be there. If its process was killed, the next one answers that it has none.
    if (failure === "died") indexState = "absent";
    logIndexError(failure as WorkerFailure);
    return undefined;
  }
}

/** The index throwing is a bug, unless it read a replica's damaged file. */
function logIndexError(failure: WorkerFailure) {
  if (failure instanceof Error && !replica?.discardIfDamaged(failure)) log.bug(undefined, failure);
}

async function searchInWorker(search: Search): Promise<SearchResult | undefined> {
  const result = await searchWorkers.run({ name: "search", search }, TIME_LIMIT_MS);
  return result as SearchResult | undefined;
}

async function searchInThisProcess(search: Search): Promise<SearchResult | undefined> {
  const transaction = await client.transaction("read");
  try {
    return await searchPage(makeQuery(transaction), search);
  } finally {
    transaction.close();
  }
}

/** A search that throws is a bug; a dead or slow worker is temporary. */
function toError(failure: WorkerFailure): Error {
  if (failure instanceof Error) return failure;
  return new Refusal("unavailable", "Discover is busy at the moment. Try again in a minute.", {}, 60);
}

/** Encodes a cursor as text. */
export function writeCursor({ score, distance, id, countedAt, day }: SearchCursor): string {
  return `${score}-${distance ?? ""}-${id}.${countedAt}.${day}`;
}

/** Decodes the text of `writeCursor()`. Refuses anything else (invalid). */
export function readCursor(cursor: string): SearchCursor {
  const parts = /^(\d{1,3})-(\d{0,5})-(\d{1,16})\.(\d{1,15})\.(\d{1,6})$/.exec(cursor);
  if (!parts) throw new Refusal("invalid", "This page of Discover does not exist.");
  const [, score, distance, id, countedAt, day] = parts;
  return {
    score: Number(score),
    distance: distance ? Number(distance) : null,
    id: Number(id),
    countedAt: Number(countedAt),
    day: Number(day),
  };
}
