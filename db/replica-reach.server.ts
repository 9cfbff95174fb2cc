// How a replica stands to its primary, which decides where reads go and who waits for a sync.
import type { Client } from "@libsql/client";
import { timeout } from "remix-utils/promise";

/** How long a primary that a sync failed with may take to show that it is there. */
const PROBE_MS = 1000;
/** How soon a sync is tried again while the primary is there, doubled each time. */
const RETRY_MS = 50;
const MAX_RETRY_MS = 1000;

/**
 * - `current`: reads use the file, and requests wait for a sync;
 * - `behind`: the primary answers but the file can't be synced, as while the primary compacts its log, when fetching a lot
 *   takes long, or on a full disk. Reads go to the primary, and nobody waits;
 * - `returning`: a sync has succeeded again. Reads go to the primary until another one has, since requests did not wait for
 *   the first;
 * - `away`: the primary doesn't answer. Reads use the file as it is, and nobody waits.
 */
type State = "current" | "behind" | "returning" | "away";

/** Follows how the syncs with `primary` end, and calls `retry` while they fail although it answers. */
export function createReach(primary: Client, retry: () => void) {
  let state: State = "away";
  let successes = 0;
  let probe: Promise<void> | undefined;
  const retries = createRetries(retry);

  function fallBehind(failure: unknown) {
    if (state === "current") log("The replica can't be synced, reading from the primary", failure);
    state = "behind";
    retries.scheduleNext();
  }

  function lose(failure: unknown) {
    if (state !== "away") log("The primary database is unreachable, reading the replica as it is", failure);
    state = "away";
  }

  return {
    /** Whether the file has, or is the best that there is of, what reads must see. */
    isFileRead: () => state === "current" || state === "away",
    /** Whether a request waits for a sync. */
    isWaitedFor: () => state === "current" || state === "returning",
    isCurrent: () => state === "current",
    isBehind: () => state === "behind",
    isAway: () => state === "away",
    noteSuccess() {
      successes += 1;
      retries.reset();
      const wasBehind = state === "behind";
      state = wasBehind ? "returning" : "current";
      if (wasBehind) retries.schedule(0);
    },
    /** Resolves once it is known whether the primary answers. */
    noteFailure(failure: unknown): Promise<void> {
      const before = successes;
      probe ??= timeout(primary.execute("select 1"), { ms: PROBE_MS })
        .then(
          () => before === successes && fallBehind(failure),
          () => before === successes && lose(failure),
        )
        .then(() => {
          probe = undefined;
        });
      return probe;
    },
    /** A primary that has taken a write is there, and the file lacks this write unless a sync that follows is waited for. */
    noteWrite() {
      if (state === "away") fallBehind("it was away");
    },
    close: retries.cancel,
  };
}

/** Calls `retry` after a pause that doubles each time, until it is reset. */
function createRetries(retry: () => void) {
  let retryMs = RETRY_MS;
  let timer: ReturnType<typeof setTimeout> | undefined;

  function schedule(ms: number) {
    timer ??= setTimeout(() => {
      timer = undefined;
      retry();
    }, ms).unref();
  }

  return {
    schedule,
    scheduleNext() {
      schedule(retryMs);
      retryMs = Math.min(2 * retryMs, MAX_RETRY_MS);
    },
    reset() {
      retryMs = RETRY_MS;
    },
    cancel: () => clearTimeout(timer),
  };
}

function log(what: string, failure: unknown) {
  const reason = failure instanceof Error ? failure.message : String(failure);
  // The driver quotes the whole response of the primary.
  const [, message] = /\bmessage: \\?"([^"\\]+)/.exec(reason) ?? [];
  console.error(`${what}: ${message ?? reason}`);
}
