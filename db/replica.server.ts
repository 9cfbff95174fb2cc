// An embedded replica: reads go to a local file, writes to the remote primary, and the file is synced after them.
// The driver has all of this built in, but over one connection that blocks the process until the primary answers, and
// waits forever for a lost response. Here a child process that can be killed does the syncing. While that fails but the
// primary answers, reads go to the primary, so that nobody is shown an old state.
//
// The driver applies whatever frames follow the last one it has, also those of a primary that was put back to an earlier
// state, which leaves a mixture of two histories. A file that does not match its primary is discarded and fetched again;
// until then, reads go to the primary.
import type { Client, InArgs, InStatement, TransactionMode } from "@libsql/client";
import { timeout } from "remix-utils/promise";
import { Refusal, refusalIn } from "~/refusal";
import { type DatabaseMoment, getRequestContext } from "~/request-context.server";
import type { Reader } from "./connection.server";
import { NOT_RESPONDING, openRemote } from "./remote.server";
import { ReplicaCopy } from "./replica-copy.server";
import { shareRuns } from "./replica-process.server";
import { createReach } from "./replica-reach.server";
import { isReadOnly, toStatement } from "./statement-kind";

/** How long a request waits for a sync, before the primary is asked whether it is there. */
const WAIT_MS = 2000;
/** How often a machine that only reads syncs its replica. */
const FOLLOW_MS = 250;

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
  /** The path of the file. */
  path: string;
  syncUrl: string;
  authToken: string | undefined;
  /** Requests can't write here, and don't wait for syncs: the replica is synced every 250 ms. */
  readsOnly: boolean;
  /** Migrates a primary that may have been put back to the schema of an earlier version. */
  migratePrimary: (primary: Client) => Promise<void>;
};

/** Opens the replica in the file at `path`. */
export function openReplica(options: ReplicaOptions): Replica {
  const { syncUrl, authToken, readsOnly } = options;
  const primary: Client = openRemote(syncUrl, authToken, () => copy.watchFrames());
  const copy: ReplicaCopy = new ReplicaCopy({ ...options, primary, onDiscard: () => void syncing.catchUp() });
  const syncing = new ReplicaSync(primary, copy);
  const { reach } = syncing;
  const read = createRead(primary, syncing);
  const following = readsOnly ? setInterval(() => syncing.follow(), FOLLOW_MS).unref() : undefined;

  async function write<Result>(run: () => Promise<Result>): Promise<Result> {
    if (readsOnly) refuseWrite();
    const result = await run();
    const request = getRequestContext();
    if (request) request.written = { frame: copy.primaryFrame, at: Date.now() };
    reach.noteWrite();
    await syncing.catchUp();
    return result;
  }

  return {
    ...routeStatements(primary, read, write),
    async transaction(mode: TransactionMode = "write") {
      if (mode === "read") return primary.transaction(mode);
      if (readsOnly) refuseWrite();
      const opened = await primary.transaction(mode);
      const commit = opened.commit.bind(opened);
      return Object.assign(opened, { commit: () => write(commit) });
    },
    sync: async () => {
      await syncing.sync();
      return undefined;
    },
    syncReplica: () => syncing.catchUp(),
    reaches: (moment) => syncing.reaches(moment),
    getMoment: () => (copy.frame === undefined ? undefined : { frame: copy.frame, at: syncing.syncedAt }),
    getSyncedAt: () => syncing.syncedAt,
    isReadable: () => syncing.readableCopy !== undefined,
    isCurrent: reach.isCurrent,
    isCutOff: reach.isAway,
    countDiscarded: () => copy.discarded,
    discardIfDamaged: (error) => copy.discardIfDamaged(error),
    reconnect: () => primary.reconnect(),
    close: () => {
      clearInterval(following);
      reach.close();
      primary.close();
      copy.close();
    },
    get closed() {
      return primary.closed;
    },
    protocol: "file",
  };
}

/** When the copy is synced, and how far it certainly is. */
class ReplicaSync {
  /** Syncs the copy, within `limit` ms if given; calls during a sync share the next one. */
  readonly sync = shareRuns((limit) => this.#syncOnce(limit));
  readonly reach: ReturnType<typeof createReach>;
  readonly copy: ReplicaCopy;
  /** When the last sync that succeeded began, in ms. */
  syncedAt = 0;

  constructor(primary: Client, copy: ReplicaCopy) {
    this.copy = copy;
    this.reach = createReach(primary, () => void this.#sync().catch(() => undefined));
  }

  /** The copy, if reads use it. */
  get readableCopy(): Reader | undefined {
    return this.reach.isFileRead() ? this.copy.reader : undefined;
  }

  /** Brings the copy up to what the primary has now, waiting three seconds at most. Never rejects. */
  async catchUp() {
    if (this.reach.isBehind()) return;
    const synced = this.#sync().catch(() => undefined);
    // No request waits for a primary that is known to be unreachable, or for a whole file.
    if (!this.reach.isWaitedFor() || !this.copy.reader) return;
    await timeout(synced, { ms: WAIT_MS }).catch(this.reach.noteFailure);
  }

  /** Begins a sync unless the last one was a moment ago. */
  follow() {
    if (Date.now() - this.syncedAt >= FOLLOW_MS) void this.catchUp();
  }

  has({ frame, at }: DatabaseMoment): boolean {
    return this.#hasFrame(frame) && this.syncedAt >= at;
  }

  /** Whether the copy has what the primary had at a past moment, waiting two seconds at most for it. */
  async reaches(wanted: DatabaseMoment): Promise<boolean> {
    if (this.has(wanted)) return true;
    if (!this.reach.isCurrent()) return false;
    // The moment is over, so a sync that begins now brings it, whatever the clocks say.
    const reached = this.#sync().then(() => this.#hasFrame(wanted.frame));
    return timeout(reached, { ms: WAIT_MS }).catch(() => false);
  }

  #hasFrame(frame: number): boolean {
    return this.copy.frame !== undefined && this.copy.frame >= frame;
  }

  #sync(): Promise<void> {
    return this.sync(this.copy.syncLimitMs);
  }

  async #syncOnce(limit?: number) {
    const startedAt = Date.now();
    try {
      await this.copy.sync(this.reach.isCurrent(), limit);
    } catch (failure) {
      await this.reach.noteFailure(failure);
      throw failure;
    }
    this.syncedAt = startedAt;
    this.reach.noteSuccess();
  }
}

/**
 * Reads from the copy, or from the primary while there is none or it can't be synced. Refuses to show an earlier moment than
 * the request has seen (unavailable).
 */
function createRead(primary: Client, syncing: ReplicaSync): Read {
  const { copy, reach } = syncing;

  /** A machine that was started since doesn't know what its file has. */
  function requireSeen() {
    const seen = getRequestContext()?.seen;
    if (seen && reach.isAway() && copy.frame !== undefined && !syncing.has(seen))
      throw new Refusal("unavailable", NOT_RESPONDING);
  }

  return async (run) => {
    const opened = syncing.readableCopy;
    if (opened) {
      requireSeen();
      try {
        return await run(opened);
      } catch (error) {
        // The file may have been discarded, and closed, during the read.
        const isGone = copy.reader !== opened || copy.discardIfDamaged(error);
        if (!isGone) throw error;
        return run(primary);
      }
    }
    try {
      return await run(primary);
    } catch (error) {
      if (!refusalIn(error)) throw error;
      await reach.noteFailure(error);
      // The primary turned out to be away.
      const { readableCopy } = syncing;
      if (!readableCopy) throw error;
      requireSeen();
      return run(readableCopy);
    }
  };
}

/** Refuses a request's write on a machine that only reads: the request is answered elsewhere. */
function refuseWrite() {
  const request = getRequestContext();
  if (!request) return;
  request.isMisplaced = true;
  throw new Refusal("unavailable", NOT_RESPONDING);
}

type Read = <Result>(run: (reader: Reader) => Promise<Result>) => Promise<Result>;
type Write = <Result>(run: () => Promise<Result>) => Promise<Result>;

/** The functions of a client that read through `read`, and write to the primary through `write`. */
function routeStatements(primary: Client, read: Read, write: Write) {
  return {
    execute: (statement: InStatement, args?: InArgs) => {
      const whole = toStatement(statement, args);
      return isReadOnly(whole)
        ? read((reader) => reader.execute(whole))
        : write(() => primary.execute(whole));
    },
    batch: (statements, mode) =>
      statements.every(isReadOnly)
        ? read((reader) => reader.batch(statements))
        : write(() => primary.batch(statements, mode)),
    migrate: (statements) => write(() => primary.migrate(statements)),
    executeMultiple: (sql) => write(() => primary.executeMultiple(sql)),
  } satisfies Partial<Client>;
}
