// Runs searches in the index in memory, in a process of its own.
import { createHmac } from "node:crypto";
import { client } from "db/client.server";
import type { WorkerFailure } from "db/workers.server";
import { timeout } from "remix-utils/promise";
import { DAY_MS } from "~/durations";
import { env } from "~/env.server";
import { msg } from "~/language/text";
import { log } from "~/log.server";
import { Refusal, refusalIn } from "~/refusal";
import type { DiscoverFilters } from "./filters";
import { type TieOrder, viewerSeed } from "./finder";
import type { createIndexHolder } from "./index-reader.server";
import { makeQuery } from "./query";
import {
  type SearchCursor,
  type SearchJob,
  type SearchResult,
  scoreMembers,
  type TasteView,
} from "./search-page.server";
import { searchWorkers } from "./worker-pool.server";

/**
 * How long a search waits for its turn, and how much processor time it may take, of which it usually needs a few hundredths.
 */
const LIMITS = { waitMs: 5_000, workMs: 3_000 };

/** How long a search first waits for the index. */
const WAIT_MS = 10_000;

/** For a search without deadlines. */
const LONGEST_WAIT_MS = 2 ** 31 - 1;

/** How long after a failure the index is read again. */
const RETRY_MS = 10_000;

type SearchOptions = {
  /** How long to wait for the index. */
  waitMs?: number;
  /** Called with the processor time that the search has taken in the process of the index. */
  onWorked?: (ms: number) => void;
};

/** The last search's day and that day's seed, which most searches share. */
let lastTies: TieOrder | undefined;

/** Whether the index can be searched, is being read, could not be read, or has not been needed yet. */
let indexState: "absent" | "reading" | "ready" | "failed" = "absent";
/** Resolves once the index has been read or has failed. */
let reading = Promise.resolve();
let failedAt = 0;

/** The searches of this process so far: how many, and how long they took together. */
const totals = { count: { succeeded: 0, failed: 0 }, seconds: { succeeded: 0, failed: 0 } };

/** Returns the viewer's scores with these members, by id; see `scoreMembers()`. */
export function scoresWith(
  viewerId: number,
  otherIds: number[],
  taste?: TasteView,
): Promise<Map<number, number>> {
  return scoreMembers(makeQuery(client), viewerId, otherIds, taste);
}

/**
 * Returns the page that `searchPage()` finds. All pages of a list order ties as on the day of the first one. Refuses
 * (unavailable) when the index isn't there within `waitMs`, the search times out, or its process dies twice.
 */
export async function search(
  request: Omit<SearchJob, "ties">,
  options: SearchOptions = {},
): Promise<SearchResult | undefined> {
  const started = performance.now();
  let result: keyof typeof totals.count = "failed";
  try {
    const ties = tieOrder(request.viewerId, request.after?.day);
    const found = await runSearch({ ...request, filters: usableFilters(request.filters), ties }, options);
    result = "succeeded";
    return found;
  } finally {
    totals.count[result] += 1;
    totals.seconds[result] += (performance.now() - started) / 1000;
  }
}

/** The filters without those that this deployment doesn't offer. */
export function usableFilters({ photoChecked, ...others }: DiscoverFilters): DiscoverFilters {
  return photoChecked && env.photoCheck ? { ...others, photoChecked } : others;
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

/** Whether the index in memory can be searched; see `startIndex()`. */
export function getIndexState() {
  return indexState;
}

/** Reads the index unless it is there, being read, or has just failed. Resolves when that is over, and never rejects. */
export function startIndex(): Promise<void> {
  const hasJustFailed = indexState === "failed" && performance.now() - failedAt < RETRY_MS;
  if (indexState === "ready" || indexState === "reading" || hasJustFailed) return reading;
  indexState = "reading";
  reading = readIndex().then(
    () => {
      indexState = "ready";
    },
    (failure: WorkerFailure) => {
      const isAway = refusalIn(failure) !== undefined;
      indexState = isAway ? "absent" : "failed";
      failedAt = performance.now();
      if (failure instanceof Error && !isAway) log.bug(undefined, failure);
    },
  );
  return reading;
}

/** Searches once the index is there, and again if it was lost. */
async function runSearch(
  search: SearchJob,
  { waitMs = WAIT_MS, onWorked }: SearchOptions,
): Promise<SearchResult | undefined> {
  const until = performance.now() + (env.deadlines ? waitMs : LONGEST_WAIT_MS);
  for (const isLast of [false, true]) {
    const current = startIndex();
    await timeout(current, { ms: Math.max(0, until - performance.now()) }).catch(() => undefined);
    if (indexState !== "ready") break;
    const answer = await searchIndex(search, onWorked).catch((failure: WorkerFailure) => {
      const isLost = failure === "killed" || failure === "crashed";
      if (isLost ? isLast : !(failure instanceof Error)) throw busyRefusal();
      if (!isLost) throw failure;
    });
    if (answer) return answer.found;
    // Its process is gone or has missed too much. Another search may have noticed that already.
    if (reading === current) indexState = "absent";
  }
  throw new Refusal("unavailable", msg("Discover is getting ready. Try again in a few seconds."), {}, 10);
}

function busyRefusal() {
  return new Refusal("unavailable", msg("Discover is busy at the moment. Try again in a minute."), {}, 60);
}

async function readIndex(): Promise<void> {
  await searchWorkers.run({ name: "read-index" });
}

type Answer = Awaited<ReturnType<ReturnType<typeof createIndexHolder>["search"]>>;

/** Undefined if the index has to be read first. Rejects with a `WorkerFailure`. */
async function searchIndex(search: SearchJob, onWorked: SearchOptions["onWorked"]): Promise<Answer> {
  return (await searchWorkers.run({ name: "search", search }, { ...LIMITS, onWorked })) as Answer;
}

/** Encodes a cursor as text. */
export function writeCursor({ score, distance, id, day, isNew }: SearchCursor): string {
  return `${score}-${distance ?? ""}-${id}.${day}${isNew ? ".new" : ""}`;
}

/** Decodes the text of `writeCursor()`. Refuses anything else (invalid). */
export function readCursor(cursor: string): SearchCursor {
  const parts = /^(\d{1,3})-(\d{0,5})-(\d{1,16})\.(\d{1,6})(\.new)?$/.exec(cursor);
  if (!parts) throw new Refusal("invalid", msg("This page of Discover does not exist."));
  const [, score, distance, id, day, isNew] = parts;
  return {
    score: Number(score),
    distance: distance ? Number(distance) : null,
    id: Number(id),
    day: Number(day),
    isNew: isNew !== undefined,
  };
}
