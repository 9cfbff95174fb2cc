// The database in a local file. Its driver is synchronous: waiting for a lock there would block every request, so
// statements that find the database locked are retried here instead. Changes take turns, and those that wait together share
// a commit.
import { setTimeout as pause } from "node:timers/promises";
import {
  type Client,
  createClient,
  type InArgs,
  type InStatement,
  LibsqlError,
  type Transaction,
  type TransactionMode,
} from "@libsql/client";
import type Database from "libsql";
import { Refusal, refusalIn } from "~/refusal";
import { type BatchStatement, type Connection, openConnection } from "./connection.server";
import { reserveDiskSpace } from "./disk-space.server";
import { isReadOnly, isRemoval, toStatement } from "./statement-kind";
import { CHECKPOINTS, createCheckpointer, openFile } from "./write-ahead-log.server";

/** How long a statement waits for a lock before it is refused. */
const MAX_WAIT_MS = 3000;
const RETRY_MS = 20;
const RETRY_AFTER_SECONDS = 5;

const busy = "The database is busy at the moment. Try again in a few seconds.";
const full = "This server is running out of space, so nothing can be saved right now. You can still browse.";
const broken = "Nothing can be saved on this server right now. You can still browse.";

/** How long writes that share a commit may hold the main thread. */
const MAX_TOGETHER_MS = 10;

/** Overwrites deleted content with zeros, over one connection. */
const SECURE_DELETE = "pragma secure_delete = on";
const isChange = (sql: string) => /^\s*(insert|update|delete|replace|with)\b/i.test(sql);

/** How often the log is looked at besides after this process's own writes. */
const CHECKPOINT_MS = 1000;

/** The client of a local file, which can erase what is left of deleted content in the write-ahead log. */
export type LocalClient = Client & {
  /** Resolves with false while another process still reads from the log. Refused like a write. */
  emptyLog: () => Promise<boolean>;
};

/** A change that waits for its turn: a batch, or a transaction that its caller writes step by step. */
type Change = {
  perform: (on: Connection) => unknown;
  resolve: (result: unknown) => void;
  reject: (error: unknown) => void;
};

/** The driver's code for a closed connection. */
const CLOSED = "CLIENT_CLOSED";

/** The messages for the error codes, of the driver and of Node, that are not bugs. */
const messages: Record<string, string> = {
  SQLITE_BUSY: busy,
  SQLITE_FULL: full,
  ENOSPC: full,
  SQLITE_READONLY: broken,
  SQLITE_CANTOPEN: broken,
  SQLITE_IOERR: broken,
};

/**
 * Opens the database in `file`, at its `file:` URL. Its statements are refused (unavailable) if the database stays locked
 * for three seconds, the disk is nearly full, or the file is missing or not writable.
 */
export function openLocal(url: string, file: string, minFreeDiskBytes: number): LocalClient {
  // Only for migrations and the snapshots of long readers, which need a connection of their own.
  const client = createClient({ url, timeout: 0 }) as LocalClient;
  const hasSpace = reserveDiskSpace(file, minFreeDiskBytes);
  const migrate = client.migrate.bind(client);
  const transaction = client.transaction.bind(client);
  const executeMultiple = client.executeMultiple.bind(client);
  const close = client.close.bind(client);
  let connection: Connection | undefined;
  const checkpointer = createCheckpointer(file);
  // Other processes write as well, and a reader may have kept the log from being copied.
  const timer = setInterval(() => checkpointer.shorten(true), CHECKPOINT_MS).unref();
  const waiting: Change[] = [];
  /** Resolves when the changes in progress are committed; undefined while there are none. */
  let turn: Promise<void> | undefined;
  /** Resolves when the lock is free again; undefined while there is none. */
  let unlocked: Promise<void> | undefined;

  client.execute = (statement: InStatement, args?: InArgs) => {
    const whole = toStatement(statement, args);
    return attempt([whole], async () => {
      if (isChange(whole.sql) && !isReadOnly(whole)) return change((on) => on.execute(whole));
      if (turn) await endOfTurn();
      return getConnection().execute(whole);
    });
  };
  client.batch = (statements) =>
    attempt(statements, async () => {
      if (!statements.every(isReadOnly)) return change((on) => on.executeAll(statements));
      if (turn) await endOfTurn();
      return getConnection().read(statements);
    });
  // The pool lends any of its connections, so these first turn automatic checkpoints off.
  client.migrate = (statements) =>
    attempt(["migrate"], async () => (await migrate([CHECKPOINTS, ...statements])).slice(1));
  client.transaction = (mode: TransactionMode = "write") =>
    attempt([mode], async () => {
      if (mode === "write") return openTransaction();
      const opened = await transaction(mode);
      await opened.execute(CHECKPOINTS);
      return opened;
    });
  client.executeMultiple = (sql) => attempt(["multiple"], () => executeMultiple(`${CHECKPOINTS}; ${sql}`));
  client.emptyLog = () => attempt(["pragma"], async () => checkpointer.empty());
  client.close = () => {
    // Those that are batches end at once; a transaction would go on after the client is closed.
    if (waiting.length && !turn) void commitTogether(Number.POSITIVE_INFINITY);
    clearInterval(timer);
    closeConnection();
    close();
  };
  return client;

  /** Runs a change in its turn; resolves after its commit. */
  function change<Result>(perform: (on: Connection) => Result | Promise<Result>): Promise<Result> {
    return new Promise<unknown>((resolve, reject) => {
      if (!waiting.length && !turn) setImmediate(takeTurn);
      waiting.push({ perform, resolve, reject });
    }) as Promise<Result>;
  }

  /** Waits until no uncommitted change could be read. Refused like a lock if a change doesn't end. */
  async function endOfTurn() {
    const deadline = AbortSignal.timeout(MAX_WAIT_MS);
    while (turn) {
      await Promise.race([turn, aborted(deadline)]);
      if (deadline.aborted) throw new LibsqlError("A change has not ended", "SQLITE_BUSY");
    }
  }

  /** Lets the changes that wait run, one after another, for about ten milliseconds, and settles them. */
  function takeTurn(): Promise<void> {
    turn ??= commitTogether(MAX_TOGETHER_MS).finally(() => {
      turn = undefined;
      if (waiting.length) setImmediate(takeTurn);
      checkpointer.shorten();
    });
    return turn;
  }

  async function commitTogether(limitMs: number) {
    let on: Connection;
    try {
      on = getConnection();
      on.execute("begin immediate");
    } catch (error) {
      for (const { reject } of waiting.splice(0)) reject(error);
      return;
    }
    /** What becomes of each change that has run: after the commit, or if there is none. */
    const outcomes: { kept: () => void; undone: (error: unknown) => void }[] = [];
    try {
      const end = performance.now() + limitMs;
      for (let next = waiting.shift(); next; next = performance.now() < end ? waiting.shift() : undefined) {
        const { perform, resolve, reject } = next;
        on.execute("savepoint one");
        try {
          const pending = perform(on);
          const result = pending instanceof Promise ? await pending : pending;
          outcomes.push({ kept: () => resolve(result), undone: reject });
        } catch (error) {
          const refuse = () => reject(error);
          outcomes.push({ kept: refuse, undone: refuse });
          if (!on.isInTransaction())
            throw new LibsqlError("Another change has undone this one", "SQLITE_BUSY");
          on.execute("rollback to one");
        }
        on.execute("release one");
      }
      on.execute("commit");
    } catch (error) {
      if (on.isInTransaction()) on.execute("rollback");
      for (const { undone } of outcomes) undone(error);
      return;
    }
    for (const { kept } of outcomes) kept();
  }

  /** Begins a transaction in its turn. Its caller ends it before they wait for anything but its statements. */
  function openTransaction(): Promise<Transaction> {
    return new Promise((begin, refuse) => {
      const committed = change(
        (on) =>
          new Promise<void>((keep, undo) => {
            begin(toTransaction(on, keep, undo));
          }),
      );
      committed.catch(refuse);
      function toTransaction(on: Connection, keep: () => void, undo: (error: Error) => void): Transaction {
        let isOpen = true;
        const limit = setTimeout(end, MAX_WAIT_MS);
        const run = async <Result>(work: () => Result) => {
          if (!isOpen) throw new LibsqlError("The transaction has ended", "TRANSACTION_CLOSED");
          try {
            return work();
          } catch (error) {
            throw orUnavailable(error);
          }
        };
        function end() {
          clearTimeout(limit);
          isOpen = false;
          undo(new Error("rolled back"));
        }
        return {
          execute: (statement: InStatement, args?: InArgs) =>
            run(() => on.execute(toStatement(statement, args))),
          batch: (statements: BatchStatement[]) => run(() => on.executeAll(statements)),
          executeMultiple: () => Promise.reject(new Error("One statement at a time")),
          async commit() {
            if (!isOpen) throw new LibsqlError("The transaction has ended", "TRANSACTION_CLOSED");
            clearTimeout(limit);
            isOpen = false;
            keep();
            await committed.catch((error) => {
              // Undone with another change, it can run again.
              throw isBusy(error) ? error : orUnavailable(error);
            });
          },
          async rollback() {
            end();
            await committed.catch(() => undefined);
          },
          close: end,
          get closed() {
            return !isOpen;
          },
        };
      }
    });
  }

  function getConnection(): Connection {
    if (client.closed) throw new LibsqlError("The client is closed", CLOSED);
    if (!connection) {
      const opened = openConnection(file);
      opened.execute(SECURE_DELETE);
      connection = opened;
    }
    return connection;
  }

  function closeConnection() {
    checkpointer.close();
    connection?.close();
    connection = undefined;
  }

  async function attempt<Result>(
    statements: Parameters<Client["batch"]>[0],
    run: () => Promise<Result>,
  ): Promise<Result> {
    const isReading = statements.every(isReadOnly);
    // Deletes are allowed, so that members can free space or sign out.
    if (!isReading && !hasSpace() && !statements.every(isRemoval)) {
      throw unavailable("SQLITE_FULL", "less than MIN_FREE_DISK_MB is free");
    }
    // Started only by a lock, which most statements never meet.
    let deadline: AbortSignal | undefined;
    for (;;) {
      // Reads are let in beside a write, unless they have met a lock themselves.
      if (unlocked && (deadline || !isReading)) {
        deadline ??= AbortSignal.timeout(MAX_WAIT_MS);
        await Promise.race([unlocked, aborted(deadline)]);
      }
      try {
        return await run();
      } catch (error) {
        const code = baseCode(error);
        // Another statement's reconnect closed the connection before this one ran.
        if (code === CLOSED && !client.closed) continue;
        if (code !== "SQLITE_BUSY") throw orUnavailable(error);
        // The driver leaves the locked statement unfinished, which would block commits on its connection. It may be
        // another one's: the changes in progress go on over theirs.
        await turn;
        client.reconnect();
        closeConnection();
        if (deadline?.aborted) throw orUnavailable(error);
        deadline ??= AbortSignal.timeout(MAX_WAIT_MS);
        unlocked ??= waitForLock(file).finally(() => {
          unlocked = undefined;
        });
      }
    }
  }
}

/** Resolves once the write lock of a database is free. */
async function waitForLock(file: string): Promise<void> {
  for (;;) {
    await pause(RETRY_MS);
    let connection: Database.Database | undefined;
    try {
      connection = openFile(file, 0);
      connection.exec("begin immediate");
      connection.exec("rollback");
      return;
    } catch (error) {
      // The waiting statement will report any other error.
      if (!isBusy(error)) return;
    } finally {
      connection?.close();
    }
  }
}

/** Whether an error is the refusal of a write on a full or nearly full disk. */
export function isDiskFull(error: unknown): boolean {
  return refusalIn(error)?.message === full;
}

function isBusy(error: unknown): boolean {
  return baseCode(error) === "SQLITE_BUSY";
}

function aborted(signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    if (signal.aborted) resolve();
    else signal.addEventListener("abort", () => resolve(), { once: true });
  });
}

/** The first two words of an error's code, such as `SQLITE_IOERR_WRITE`; empty without one. */
function baseCode(error: unknown): string {
  const code = error instanceof Error && "code" in error ? String(error.code) : "";
  return code.split("_").slice(0, 2).join("_");
}

/** The refusal for an error that is not a bug, or else the error itself. */
function orUnavailable(error: unknown): unknown {
  const code = baseCode(error);
  return code in messages ? unavailable(code, error) : error;
}

/** The refusal for an error's code. */
export function unavailable(code: string, cause: unknown): Refusal {
  const reason = cause instanceof Error ? cause.message : cause;
  const refusal = new Refusal("unavailable", messages[code] ?? broken, {}, RETRY_AFTER_SECONDS);
  return Object.assign(refusal, { cause: `database: ${reason}` });
}
