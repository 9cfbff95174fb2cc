// The process that syncs a replica's file, and how those who want a sync share one.
import { join } from "node:path";
import { TimeoutError, timeout } from "remix-utils/promise";
import { DAY_MS, MINUTE_MS } from "~/durations";
import { createWorkerPool } from "./workers.server";

const SYNC_PROGRAM = join(process.cwd(), "bin/replica-sync.mjs");
/** The time limit of a sync, doubled after each timeout in a row, since there may be much to fetch. */
const LIMIT_MS = 10_000;
const MAX_LIMIT_MS = 10 * MINUTE_MS;

/** The process, which is started at the first sync. It syncs `file`, by default the database's. */
export function createSyncProcess(syncUrl: string, authToken: string | undefined, file?: string) {
  const workers = createWorkerPool<{ syncUrl: string; authToken: string | undefined }>(1, SYNC_PROGRAM, {
    argument: file,
    idleMs: DAY_MS,
  });
  let limitMs = LIMIT_MS;
  function kill() {
    for (const child of workers.processes()) child.kill("SIGKILL");
  }
  return {
    /** The time limit of the next sync. */
    getLimitMs: () => limitMs,
    /** Syncs the file, within `limit` ms if given. Returns its last frame. */
    async run(limit?: number): Promise<number | undefined> {
      const syncing = workers.run({ syncUrl, authToken }) as Promise<number | undefined>;
      try {
        // It waits for the network rather than work, so that only the clock can tell that it hangs.
        const last = await (limit === undefined ? syncing : timeout(syncing, { ms: limit }));
        limitMs = LIMIT_MS;
        return last;
      } catch (failure) {
        const isLate = failure instanceof TimeoutError;
        if (isLate) kill();
        limitMs = isLate ? Math.min(2 * limitMs, MAX_LIMIT_MS) : LIMIT_MS;
        throw failure instanceof Error ? failure : new Error(`the sync process was stopped: ${failure}`);
      }
    },
    kill,
  };
}

/** Returns a function that resolves after a run that began at the call or later; calls during a run share the next one. */
export function shareRuns(run: (limit?: number) => Promise<void>) {
  let running: Promise<void> | undefined;
  let queued: Promise<void> | undefined;
  return function start(limit?: number): Promise<void> {
    if (running) {
      queued ??= running
        .catch(() => undefined)
        .then(() => {
          queued = undefined;
          return start(limit);
        });
      return queued;
    }
    running = run(limit).finally(() => {
      running = undefined;
    });
    return running;
  };
}
