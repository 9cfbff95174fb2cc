// How far the replica beside a read-only machine is in its primary's log. A replica lags at times, keeps answering while it is
// cut off, and keeps rows that a primary has lost by being put back to an earlier state.
import { setTimeout as pause } from "node:timers/promises";
import type { Remote } from "./remote.server";

/** How long a request waits for its own earlier writes. */
const WAIT_MS = 1000;
const POLL_MS = 5;
/** How often the primary is asked for its log position. */
const FOLLOW_MS = 1000;

/** Follows a replica's progress. */
export function followReplica(server: Remote) {
  let syncedAt = 0;
  let isAhead = false;

  /**
   * Reads the position each time: a replica that starts over forwards reads to its primary meanwhile, and may then be behind.
   */
  async function waitFor(position: number, isInVain = () => false): Promise<boolean> {
    for (const until = Date.now() + WAIT_MS; !isInVain() && Date.now() < until; await pause(POLL_MS))
      if ((await server.readPosition()) >= position) return true;
    return false;
  }

  /** Waits until the replica is at a position, a second at most; doesn't wait for one that its primary hasn't reached. */
  async function reaches(position: number): Promise<boolean> {
    if (position === Number.POSITIVE_INFINITY) return false;
    if ((await server.readPosition()) >= position) return true;
    let isMissing = false;
    void server.readPrimaryPosition().then(
      (last) => {
        isMissing = last < position;
      },
      () => undefined,
    );
    return waitFor(position, () => isMissing);
  }

  /** Waits until the replica has everything that its primary has now; false if that takes longer than some seconds. */
  async function catchUp(): Promise<boolean> {
    try {
      const startedAt = Date.now();
      const before = await server.readPosition();
      const last = await server.readPrimaryPosition();
      // In one history, a replica can't have more than its primary.
      noteAhead(last < before);
      if (isAhead || !(await waitFor(last))) return false;
      syncedAt = startedAt;
      return true;
    } catch {
      return false;
    }
  }

  function noteAhead(ahead: boolean) {
    if (ahead && !isAhead)
      console.error("The replica is ahead of its primary: if that was put back, empty the replica");
    isAhead = ahead;
  }

  async function follow() {
    await catchUp();
    setTimeout(follow, FOLLOW_MS).unref();
  }

  void follow();
  return {
    reaches,
    catchUp,
    /** The time, in ms, up to which the replica certainly has everything; 0 before it has caught up once. */
    getSyncedAt: () => syncedAt,
    /** Whether the replica has rows that its primary lacks: of another history, or of the log before the primary was killed. */
    isAhead: () => isAhead,
  };
}
