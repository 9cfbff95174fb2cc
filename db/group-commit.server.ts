// Changes to a local database: they take turns on one connection, and changes that wait together share a commit.
import { type InArgs, type InStatement, LibsqlError, type Transaction } from "@libsql/client";
import type { BatchStatement, Connection } from "./connection.server";
import { busyError, isBusy, orUnavailable } from "./errors.server";
import { toStatement } from "./statement-kind";

/** How long a change may take, and others may wait for it. */
const MAX_WAIT_MS = 3000;
/** How long changes that share a commit may hold the main thread. */
const MAX_TOGETHER_MS = 10;

/** A change that waits for its turn: a batch, or a transaction that its caller writes step by step. */
type Change = {
  perform: (on: Connection) => unknown;
  resolve: (result: unknown) => void;
  reject: (error: unknown) => void;
};

/** Called when a change has run: after the commit, or if there is none. */
type Outcome = { kept: () => void; undone: (error: unknown) => void };

/** The changes to one database. */
export class GroupCommit {
  readonly #getConnection: () => Connection;
  readonly #afterCommit: () => void;
  readonly #waiting: Change[] = [];
  /** Resolves when the changes in progress are committed; undefined while there are none. */
  #turn: Promise<void> | undefined;

  constructor(getConnection: () => Connection, afterCommit: () => void) {
    this.#getConnection = getConnection;
    this.#afterCommit = afterCommit;
  }

  /** Whether changes are in progress that a read would see before their commit. */
  get isRunning(): boolean {
    return this.#turn !== undefined;
  }

  /** Runs a change in its turn; resolves after its commit. */
  run<Result>(perform: (on: Connection) => Result | Promise<Result>): Promise<Result> {
    return new Promise<unknown>((resolve, reject) => {
      if (!this.#waiting.length && !this.#turn) setImmediate(() => this.#takeTurn());
      this.#waiting.push({ perform, resolve, reject });
    }) as Promise<Result>;
  }

  /** Resolves when the changes in progress are committed. Refuses, as for a lock, if one doesn't end. */
  async waitForCommit() {
    const deadline = AbortSignal.timeout(MAX_WAIT_MS);
    while (this.#turn) {
      await Promise.race([this.#turn, aborted(deadline)]);
      if (deadline.aborted) throw busyError("A change has not ended");
    }
  }

  /** Resolves when the changes in progress are committed or undone, however long that takes. */
  async waitUntilIdle() {
    await this.#turn;
  }

  /** Begins a transaction in its turn. Its caller must end it before awaiting anything but its statements. */
  openTransaction(): Promise<Transaction> {
    return new Promise((begin, refuse) => {
      const committed = this.run(
        (on) => new Promise<void>((keep, undo) => begin(toTransaction(on, keep, undo, () => committed))),
      );
      committed.catch(refuse);
    });
  }

  /** Commits waiting changes before the connection is closed: batches end at once, but a transaction would not. */
  flush() {
    if (this.#waiting.length && !this.#turn) void this.#commitTogether(Number.POSITIVE_INFINITY);
  }

  /** Runs waiting changes one after another, for about ten milliseconds, and settles them. */
  #takeTurn() {
    this.#turn ??= this.#commitTogether(MAX_TOGETHER_MS).finally(() => {
      this.#turn = undefined;
      if (this.#waiting.length) setImmediate(() => this.#takeTurn());
      this.#afterCommit();
    });
  }

  async #commitTogether(limitMs: number) {
    let on: Connection;
    try {
      on = this.#getConnection();
      on.execute("begin immediate");
    } catch (error) {
      for (const { reject } of this.#waiting.splice(0)) reject(error);
      return;
    }
    const outcomes: Outcome[] = [];
    try {
      const end = performance.now() + limitMs;
      do {
        const next = this.#waiting.shift();
        if (!next) break;
        const running = runInSavepoint(on, next, outcomes);
        if (running) await running;
      } while (performance.now() < end);
      on.execute("commit");
    } catch (error) {
      if (on.isInTransaction()) on.execute("rollback");
      for (const { undone } of outcomes) undone(error);
      return;
    }
    for (const { kept } of outcomes) kept();
  }
}

/**
 * Runs a change so that it alone is rolled back if it fails. Throws if the changes before it are rolled back, too. Only a
 * transaction is awaited.
 */
function runInSavepoint(on: Connection, change: Change, outcomes: Outcome[]): Promise<void> | void {
  const { perform, resolve, reject } = change;
  function keep(result: unknown) {
    outcomes.push({ kept: () => resolve(result), undone: reject });
    on.execute("release one");
  }
  function undo(error: unknown) {
    const refuse = () => reject(error);
    outcomes.push({ kept: refuse, undone: refuse });
    if (!on.isInTransaction()) throw busyError("Another change has undone this one");
    on.execute("rollback to one");
    on.execute("release one");
  }
  on.execute("savepoint one");
  let result: unknown;
  try {
    result = perform(on);
  } catch (error) {
    return undo(error);
  }
  return result instanceof Promise ? result.then(keep, undo) : keep(result);
}

/** A transaction whose statements run at once; `keep` and `undo` end it, and `committed` then resolves or rejects. */
function toTransaction(
  on: Connection,
  keep: () => void,
  undo: (error: Error) => void,
  committed: () => Promise<void>,
): Transaction {
  let isOpen = true;
  const limit = setTimeout(close, MAX_WAIT_MS);

  function requireOpen() {
    if (!isOpen) throw new LibsqlError("The transaction has ended", "TRANSACTION_CLOSED");
  }
  async function run<Result>(work: () => Result): Promise<Result> {
    requireOpen();
    try {
      return work();
    } catch (error) {
      throw orUnavailable(error);
    }
  }
  function close() {
    clearTimeout(limit);
    isOpen = false;
    undo(new Error("rolled back"));
  }

  return {
    execute: (statement: InStatement, args?: InArgs) => run(() => on.execute(toStatement(statement, args))),
    batch: (statements: BatchStatement[]) => run(() => on.executeAll(statements)),
    executeMultiple: () => Promise.reject(new Error("One statement at a time")),
    async commit() {
      requireOpen();
      clearTimeout(limit);
      isOpen = false;
      keep();
      await committed().catch((error) => {
        // Rolled back because of another change in its turn: the caller runs it again.
        throw isBusy(error) ? error : orUnavailable(error);
      });
    },
    async rollback() {
      close();
      await committed().catch(() => undefined);
    },
    close,
    get closed() {
      return !isOpen;
    },
  };
}

/** Resolves once a signal is aborted. */
export function aborted(signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    if (signal.aborted) resolve();
    else signal.addEventListener("abort", () => resolve(), { once: true });
  });
}
