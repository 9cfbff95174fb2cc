// The local copy that a replica reads: synced by a process of its own, and fetched again when it isn't what its primary has.
import type { Client } from "@libsql/client";
import { openConnection, type Reader } from "./connection.server";
import { type HistoryMark, readHistory } from "./history.server";
import { inspectReplicaFiles, removeReplicaFiles, saveClosedState } from "./replica-file.server";
import { createSyncProcess } from "./replica-process.server";
import { killAllWorkers } from "./workers.server";

/** How often a sync is accompanied by a comparison of histories. */
const COMPARE_MS = 500;
/** How long a read waits for a lock. */
const LOCK_MS = 5000;
/** Errors of the driver about a file that it cannot read, or about its index of frames. */
const DAMAGE = /not a database|image is malformed|disk I\/O error|wal_index|SQLITE_(CORRUPT|NOTADB|IOERR)/;
/** How often in a row a file is fetched again that lacks what the primary had before. */
const MAX_FETCHES = 3;
const OTHER_HISTORY = "the primary has another history";
const INCOMPLETE = "a part of it is missing";

type Copy = Reader & { close: () => void };

type Options = {
  path: string;
  primary: Client;
  syncUrl: string;
  authToken: string | undefined;
  /** Migrates a primary that may have been put back to the schema of an earlier version. */
  migratePrimary: (primary: Client) => Promise<void>;
  /** Called when the copy is discarded: the next sync fetches it again. */
  onDiscard: () => void;
};

/** The copy in one file, as it stands to its primary. */
export class ReplicaCopy {
  /** Reads the copy; undefined while there is none. */
  reader: Copy | undefined;
  /** The file's last frame at the last sync. */
  frame: number | undefined;
  /** The last frame of the primary's log, as far as its responses have told. */
  primaryFrame = 0;
  /** How many files were discarded because they did not match their primary. */
  discarded = 0;

  readonly #options: Options;
  readonly #syncProcess: ReturnType<typeof createSyncProcess>;
  /** The primary's log seemed to end before `frame`. */
  #isSuspect = false;
  /** The file's newest event at the last sync, or at the start. */
  #mark: HistoryMark | undefined;
  #comparedAt = 0;
  #isInspected = false;
  #mustFetch = false;
  /** How often the file was removed and fetched again since it was last found whole. */
  #fetches = 0;

  constructor(options: Options) {
    this.#options = options;
    this.#syncProcess = createSyncProcess(options.syncUrl, options.authToken);
  }

  /** The time limit of the next sync, in ms. */
  get syncLimitMs() {
    return this.#syncProcess.getLimitMs();
  }

  /** Brings the file up to what the primary has, within `limit` ms if given. `isCurrent` is whether the last sync succeeded. */
  async sync(isCurrent: boolean, limit?: number): Promise<void> {
    if (!this.#isInspected) await this.#inspect();
    // Asking the primary first shows sooner than a sync that it is still unreachable, and logs nothing.
    let expected = isCurrent ? undefined : await this.#compareHistories();
    if (this.#mustFetch) {
      await this.#remove();
      expected = await this.#compareHistories();
    }
    const isComparing = isCurrent && Date.now() - this.#comparedAt > COMPARE_MS;
    const synced = this.#syncFile(limit);
    [this.frame] = await Promise.all([synced, isComparing ? this.#compareHistories() : undefined]);
    if (this.#isSuspect && !this.#mustFetch) await this.#compareLogs();
    if (!this.#mustFetch) await this.#continueHistory(expected);
    if (this.#mustFetch) return this.sync(isCurrent, limit);
    this.#fetches = 0;
  }

  /**
   * Returns the function that takes the last frame of a response. A log only grows, so a lower frame than was known before
   * the request belongs to another log.
   */
  watchFrames() {
    const known = this.frame;
    const knownOfPrimary = this.primaryFrame;
    return (last: number | undefined) => {
      if (last === undefined) return;
      // Less than what was known before the request is the end of another log.
      this.primaryFrame = last < knownOfPrimary ? last : Math.max(this.primaryFrame, last);
      if (known === undefined || this.frame === undefined) return;
      if (last < Math.min(known, this.frame)) this.#isSuspect = true;
    };
  }

  /** Discards the file if `error` says that it is damaged; returns whether it does. */
  discardIfDamaged(error: unknown): boolean {
    const isDamaged = DAMAGE.test(String(error));
    if (isDamaged) this.#discard("it is damaged");
    return isDamaged;
  }

  /** Closes the file and describes it for the next start. */
  close() {
    this.reader?.close();
    this.#syncProcess.kill();
    // A last sync that still writes makes the description wrong, and the file is then fetched again.
    saveClosedState(this.#options.path);
  }

  /** Before the first sync: opens the file of an earlier process, or discards it if it is not whole. */
  async #inspect() {
    this.#isInspected = true;
    const state = inspectReplicaFiles(this.#options.path);
    if (state === "absent") return;
    if (state === "incomplete") return this.#discard(INCOMPLETE);
    let existing: Copy | undefined;
    try {
      existing = openCopy(this.#options.path);
      const { rows } = await existing.execute("pragma quick_check(1)");
      if (rows[0]?.quick_check !== "ok") return this.#discard("it is damaged");
      this.#mark = (await readHistory(existing)).newest;
      this.reader = existing;
    } catch (error) {
      if (!this.discardIfDamaged(error)) throw error;
    } finally {
      if (this.reader !== existing) existing?.close();
    }
  }

  async #syncFile(limit?: number): Promise<number | undefined> {
    try {
      return await this.#syncProcess.run(limit);
    } catch (failure) {
      if (this.#fetches === 0 && this.discardIfDamaged(failure)) return undefined;
      throw failure;
    }
  }

  /**
   * Opens the file after its first sync. Discards it if it has not kept the history that it had, or if it lacks an event
   * that the primary had before the sync: a part of the file was lost while the driver's index was not.
   */
  async #continueHistory(expected: HistoryMark | undefined) {
    try {
      this.reader ??= openCopy(this.#options.path);
      const { newest, containsMark } = await readHistory(this.reader, this.#mark);
      const isComplete = !expected || (newest !== undefined && newest.id >= expected.id);
      if (this.#mustFetch) return;
      if (!containsMark) return this.#discard(OTHER_HISTORY);
      if (!isComplete && this.#fetches < MAX_FETCHES) return this.#discard(INCOMPLETE);
      this.#mark = newest;
    } catch (error) {
      if (!this.discardIfDamaged(error)) throw error;
    }
  }

  /** Discards the file if the primary does not have its history. Returns the primary's newest event. */
  async #compareHistories(): Promise<HistoryMark | undefined> {
    const discardsBefore = this.discarded;
    const { newest, containsMark } = await readHistory(this.#options.primary, this.#mark);
    if (discardsBefore === this.discarded) {
      this.#comparedAt = Date.now();
      if (!containsMark) this.#discard(OTHER_HISTORY);
    }
    return newest;
  }

  /**
   * Discards the file if it still has more frames than the primary after a sync. A primary that crashed has started a new
   * log with lower numbers, which the sync brings.
   */
  async #compareLogs() {
    this.#isSuspect = false;
    // Any response will do: `watchFrames()` compares its frame.
    await readHistory(this.#options.primary);
    if (this.#isSuspect) this.#discard("the primary was put back");
    this.#isSuspect = false;
  }

  /** Stops reading the file; the next sync fetches it again. */
  #discard(reason: string) {
    if (this.#mustFetch) return;
    console.error(`The replica is discarded and fetched from the primary again: ${reason}`);
    this.#mustFetch = true;
    this.discarded += 1;
    [this.frame, this.#mark] = [undefined, undefined];
    this.reader?.close();
    this.reader = undefined;
    queueMicrotask(this.#options.onDiscard);
  }

  async #remove() {
    await killAllWorkers();
    removeReplicaFiles(this.#options.path);
    await this.#options.migratePrimary(this.#options.primary);
    this.#mustFetch = false;
    this.#fetches += 1;
  }
}

/**
 * Opens the file over one connection that keeps its statements: the driver's client leaves each one's memory to the garbage
 * collector.
 */
function openCopy(path: string): Copy {
  const connection = openConnection(path, LOCK_MS);
  return {
    execute: async (statement) => connection.execute(statement),
    batch: async (statements) => connection.read(statements),
    close: connection.close,
  };
}
