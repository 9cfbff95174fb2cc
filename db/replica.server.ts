// An embedded replica: reads go to a local file, writes to the remote primary, and the file is synced after them.
// The driver has all of this built in, but over one connection that blocks the process until the primary answers, and
// waits forever for a lost response. Here a child process that can be killed does the syncing. While that fails but the
// primary answers, reads go to the primary, so that nobody is shown an old state.
//
// The driver applies whatever frames follow the last one it has, also those of a primary that was put back to an earlier
// state, which leaves a mixture of two histories. A file that does not match its primary is discarded and fetched again;
// until then, reads go to the primary.
import {
  type Client,
  createClient,
  type InArgs,
  type InStatement,
  type TransactionMode,
} from "@libsql/client";
import { timeout } from "remix-utils/promise";
import { Refusal, refusalIn } from "~/refusal";
import { type DatabaseMoment, getRequestContext } from "~/request-context.server";
import { type HistoryMark, readHistory } from "./history.server";
import { NOT_RESPONDING, openRemote } from "./remote.server";
import { inspectReplicaFiles, removeReplicaFiles, saveClosedState } from "./replica-file.server";
import { createSyncProcess, shareRuns } from "./replica-process.server";
import { createReach } from "./replica-reach.server";
import { isReadOnly, toStatement } from "./statement-kind";
import { killAllWorkers } from "./workers.server";

/** How long a request waits for a sync, before the primary is asked whether it is there. */
const WAIT_MS = 2000;
/** How often a machine that only reads syncs its replica. */
const FOLLOW_MS = 250;
/** How often a sync is accompanied by a comparison of histories. */
const COMPARE_MS = 2000;

/** Errors of the driver about a file that it cannot read, or about its index of frames. */
const DAMAGE = /not a database|image is malformed|disk I\/O error|wal_index|SQLITE_(CORRUPT|NOTADB|IOERR)/;
/** How often in a row a file is fetched again that lacks what the primary had before. */
const MAX_FETCHES = 3;
const OTHER_HISTORY = "the primary has another history";
const INCOMPLETE = "a part of it is missing";

export type Replica = Client & {
  /** Brings the file up to what the primary has now, waiting three seconds at most. Never rejects. */
  syncReplica: () => Promise<void>;
  /** Whether the file has what the primary had at a past moment, waiting two seconds at most for it. */
  reaches: (moment: DatabaseMoment) => Promise<boolean>;
  /** The moment up to which the file has everything; undefined before the first sync. */
  getMoment: () => DatabaseMoment | undefined;
  /** The time, in ms, of which the file certainly has everything; 0 before the first sync. */
  getSyncedAt: () => number;
  /** Whether reads use the file: not before it is fetched, nor while it can't be synced. */
  isReadable: () => boolean;
  /** Whether the last sync succeeded, and those that wait for one get everything. */
  isCurrent: () => boolean;
  /** Whether the primary doesn't answer this machine. */
  isCutOff: () => boolean;
  /** How many files were discarded because they did not match their primary. */
  countDiscarded: () => number;
  /** Discards the file if `error` says that it is damaged; returns whether it does. */
  discardIfDamaged: (error: unknown) => boolean;
};

type ReplicaOptions = {
  url: string;
  /** The path of `url`. */
  path: string;
  syncUrl: string;
  authToken: string | undefined;
  /** Requests can't write here, and don't wait for syncs: the replica is synced every 250 ms. */
  readsOnly: boolean;
  /** Migrates a primary that may have been put back to the schema of an earlier version. */
  migratePrimary: (primary: Client) => Promise<void>;
};

/** Opens the replica in the file at `url`. */
export function openReplica({
  url,
  path,
  syncUrl,
  authToken,
  readsOnly,
  migratePrimary,
}: ReplicaOptions): Replica {
  const primary = openRemote(syncUrl, authToken, watchFrames);
  const syncProcess = createSyncProcess(syncUrl, authToken);
  let file: Client | undefined;
  let syncedAt = 0;
  /** The last frame of the primary's log, as far as its responses have told. */
  let primaryFrame = 0;
  const reach = createReach(primary, () => void sync(syncProcess.getLimitMs()).catch(() => undefined));
  const sync = shareRuns(syncOnce);
  /** The file's last frame at the last sync. */
  let frame: number | undefined;
  /** The primary's log seemed to end before `frame`. */
  let isSuspect = false;
  /** The file's newest event at the last sync, or at the start. */
  let mark: HistoryMark | undefined;
  let comparedAt = 0;
  let isInspected = false;
  let mustFetch = false;
  /** How often the file was removed and fetched again since it was last found whole. */
  let fetches = 0;
  let discarded = 0;

  async function runSync(limit?: number): Promise<void> {
    if (!isInspected) await inspectFile();
    // This detects a primary that is still unreachable sooner, and without a log line.
    let expected = reach.isCurrent() ? undefined : await compareHistories();
    if (mustFetch) {
      await removeFile();
      expected = await compareHistories();
    }
    const isComparing = reach.isCurrent() && Date.now() - comparedAt > COMPARE_MS;
    [frame] = await Promise.all([syncFile(limit), isComparing ? compareHistories() : undefined]);
    if (isSuspect && !mustFetch) await compareLogs();
    if (!mustFetch) await continueHistory(expected);
    if (mustFetch) return runSync(limit);
    fetches = 0;
  }

  /**
   * Opens the file after its first sync. Discards it if it has not kept the history that it had, or if it lacks an event
   * that the primary had before the sync: a part of the file was lost while the driver's index was not.
   */
  async function continueHistory(expected: HistoryMark | undefined) {
    file ??= createClient({ url, timeout: 5000 });
    try {
      const { newest, containsMark } = await readHistory(file, mark);
      const isComplete = !expected || (newest !== undefined && newest.id >= expected.id);
      if (mustFetch) return;
      if (!containsMark) return discard(OTHER_HISTORY);
      if (!isComplete && fetches < MAX_FETCHES) return discard(INCOMPLETE);
      mark = newest;
    } catch (error) {
      if (!discardIfDamaged(error)) throw error;
    }
  }

  async function syncFile(limit?: number): Promise<number | undefined> {
    try {
      return await syncProcess.run(limit);
    } catch (failure) {
      if (fetches === 0 && discardIfDamaged(failure)) return undefined;
      throw failure;
    }
  }

  /** Before the first sync: opens the file of an earlier process, or discards it if it is not whole. */
  async function inspectFile() {
    isInspected = true;
    const state = inspectReplicaFiles(path);
    if (state === "absent") return;
    if (state === "incomplete") return discard(INCOMPLETE);
    const existing = createClient({ url, timeout: 5000 });
    try {
      const { rows } = await existing.execute("pragma quick_check(1)");
      if (rows[0]?.quick_check !== "ok") return discard("it is damaged");
      mark = (await readHistory(existing)).newest;
      file = existing;
    } catch (error) {
      if (!discardIfDamaged(error)) throw error;
    } finally {
      if (file !== existing) existing.close();
    }
  }

  /** Discards the file if the primary does not have its history. Returns the primary's newest event. */
  async function compareHistories(): Promise<HistoryMark | undefined> {
    const from = discarded;
    const { newest, containsMark } = await readHistory(primary, mark);
    if (from === discarded) {
      comparedAt = Date.now();
      if (!containsMark) discard(OTHER_HISTORY);
    }
    return newest;
  }

  /** A primary's log only grows, so a frame that was known before a request is in it at the response. */
  function watchFrames() {
    const known = frame;
    const knownOfPrimary = primaryFrame;
    return (last: number | undefined) => {
      // Less than what was known before the request is the end of another log.
      if (last !== undefined) primaryFrame = last < knownOfPrimary ? last : Math.max(primaryFrame, last);
      if (last === undefined || known === undefined || frame === undefined) return;
      if (last < Math.min(known, frame)) isSuspect = true;
    };
  }

  /**
   * Discards the file if it has more frames than the primary even after a sync, to which a primary that has crashed
   * since brings a new log with numbers of its own.
   */
  async function compareLogs() {
    isSuspect = false;
    await readHistory(primary);
    if (isSuspect) discard("the primary was put back");
    isSuspect = false;
  }

  function discardIfDamaged(error: unknown): boolean {
    const isDamaged = DAMAGE.test(String(error));
    if (isDamaged) discard("it is damaged");
    return isDamaged;
  }

  /** Stops reading the file; the next sync fetches it again. */
  function discard(reason: string) {
    if (mustFetch) return;
    console.error(`The replica is discarded and fetched from the primary again: ${reason}`);
    mustFetch = true;
    discarded += 1;
    [frame, mark] = [undefined, undefined];
    file?.close();
    file = undefined;
    queueMicrotask(() => void syncReplica());
  }

  async function removeFile() {
    await killAllWorkers();
    removeReplicaFiles(path);
    await migratePrimary(primary);
    mustFetch = false;
    fetches += 1;
  }

  async function syncOnce(limit?: number) {
    const startedAt = Date.now();
    try {
      await runSync(limit);
    } catch (failure) {
      await reach.noteFailure(failure);
      throw failure;
    }
    syncedAt = startedAt;
    reach.noteSuccess();
  }

  async function syncReplica() {
    if (reach.isBehind()) return;
    const synced = sync(syncProcess.getLimitMs()).catch(() => undefined);
    // No request waits for a primary that is known to be unreachable, or for a whole file.
    if (reach.isWaitedFor() && file) await timeout(synced, { ms: WAIT_MS }).catch(reach.noteFailure);
  }

  function has(moment: DatabaseMoment): boolean {
    return frame !== undefined && frame >= moment.frame && syncedAt >= moment.at;
  }

  async function reaches(wanted: DatabaseMoment): Promise<boolean> {
    if (has(wanted)) return true;
    if (!reach.isCurrent()) return false;
    // The moment is over, so a sync that begins now brings it, whatever the clocks say.
    const synced = sync(syncProcess.getLimitMs()).then(() => frame !== undefined && frame >= wanted.frame);
    return timeout(synced, { ms: WAIT_MS }).catch(() => false);
  }

  /** Refuses a request's write on a machine that only reads: the request is answered elsewhere. */
  function requireWriter() {
    const request = getRequestContext();
    if (!readsOnly || !request) return;
    request.isMisplaced = true;
    throw new Refusal("unavailable", NOT_RESPONDING);
  }

  async function write<Result>(run: () => Promise<Result>): Promise<Result> {
    requireWriter();
    const result = await run();
    const request = getRequestContext();
    if (request) request.written = { frame: primaryFrame, at: Date.now() };
    reach.noteWrite();
    await syncReplica();
    return result;
  }

  /**
   * Reads from the file, or from the primary while there is none or it can't be synced. Refuses to show an earlier moment than the
   * request has seen (unavailable).
   */
  async function read<Result>(run: (client: Client) => Promise<Result>): Promise<Result> {
    const opened = reach.isFileRead() ? file : undefined;
    if (!opened) return readPrimary(run);
    requireSeen();
    try {
      return await run(opened);
    } catch (error) {
      // The file may have been discarded, and closed, during the read.
      if (file === opened && !discardIfDamaged(error)) throw error;
      return run(primary);
    }
  }

  /** Reads from the primary; if it turns out to be away, from the file. */
  async function readPrimary<Result>(run: (client: Client) => Promise<Result>): Promise<Result> {
    try {
      return await run(primary);
    } catch (error) {
      if (!refusalIn(error)) throw error;
      await reach.noteFailure(error);
      if (!file || !reach.isFileRead()) throw error;
      requireSeen();
      return run(file);
    }
  }

  /** A machine that was started since doesn't know what its file has. */
  function requireSeen() {
    const seen = getRequestContext()?.seen;
    if (seen && reach.isAway() && frame !== undefined && !has(seen))
      throw new Refusal("unavailable", NOT_RESPONDING);
  }

  function follow() {
    if (Date.now() - syncedAt >= FOLLOW_MS) void syncReplica();
  }
  const following = readsOnly ? setInterval(follow, FOLLOW_MS).unref() : undefined;

  return {
    ...routeStatements(primary, read, write),
    async transaction(mode: TransactionMode = "write") {
      if (mode === "read") return ((reach.isFileRead() && file) || primary).transaction(mode);
      requireWriter();
      const opened = await primary.transaction(mode);
      const commit = opened.commit.bind(opened);
      return Object.assign(opened, { commit: () => write(commit) });
    },
    sync: async () => {
      await sync();
      return undefined;
    },
    syncReplica,
    reaches,
    getMoment: () => (frame === undefined ? undefined : { frame, at: syncedAt }),
    getSyncedAt: () => syncedAt,
    isReadable: () => file !== undefined && reach.isFileRead(),
    isCurrent: reach.isCurrent,
    isCutOff: reach.isAway,
    countDiscarded: () => discarded,
    discardIfDamaged,
    reconnect: () => primary.reconnect(),
    close: () => {
      clearInterval(following);
      reach.close();
      primary.close();
      file?.close();
      syncProcess.kill();
      // A last sync that still writes makes the description wrong, and the file is then fetched again.
      saveClosedState(path);
    },
    get closed() {
      return primary.closed;
    },
    protocol: "file",
  };
}

type Read = <Result>(run: (client: Client) => Promise<Result>) => Promise<Result>;
type Write = <Result>(run: () => Promise<Result>) => Promise<Result>;

/** The functions of a client that read through `read`, and write to the primary through `write`. */
function routeStatements(primary: Client, read: Read, write: Write) {
  return {
    execute: (statement: InStatement, args?: InArgs) => {
      const whole = toStatement(statement, args);
      return isReadOnly(whole)
        ? read((client) => client.execute(whole))
        : write(() => primary.execute(whole));
    },
    batch: (statements, mode) =>
      statements.every(isReadOnly)
        ? read((client) => client.batch(statements, mode))
        : write(() => primary.batch(statements, mode)),
    migrate: (statements) => write(() => primary.migrate(statements)),
    executeMultiple: (sql) => write(() => primary.executeMultiple(sql)),
  } satisfies Partial<Client>;
}
