// The database in a local file. Its driver is synchronous: waiting for a lock there would block every request, so
// statements that find the database locked are retried here instead. Writes that wait together share a commit.
import { setTimeout as pause } from "node:timers/promises";
import {
  type Client,
  createClient,
  type InArgs,
  type InStatement,
  LibsqlError,
  type ResultSet,
  type TransactionMode,
} from "@libsql/client";
import type Database from "libsql";
import { Refusal, refusalIn } from "~/refusal";
import { type BatchStatement, type Connection, openConnection } from "./connection.server";
import { reserveDiskSpace } from "./disk-space.server";
import { isReadOnly, isRemoval } from "./statement-kind";
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

type Write = {
  statements: readonly BatchStatement[];
  resolve: (results: ResultSet[]) => void;
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
  // Only for migrations and interactive transactions, which need a connection of their own.
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
  const writes: Write[] = [];
  /** Resolves when the lock is free again; undefined while there is none. */
  let unlocked: Promise<void> | undefined;

  client.execute = (statement: InStatement, args: InArgs = []) => {
    const whole = typeof statement === "string" ? { sql: statement, args } : statement;
    return attempt([whole], async () => {
      if (isReadOnly(whole) || !isChange(whole.sql)) return getConnection().execute(whole);
      const [result] = await write([whole]);
      if (!result) throw new Error("The driver has returned no result");
      return result;
    });
  };
  client.batch = (statements) =>
    attempt(statements, async () =>
      statements.every(isReadOnly) ? getConnection().batch(statements, "read") : write(statements),
    );
  // The pool lends any of its connections, so these first turn automatic checkpoints off.
  client.migrate = (statements) =>
    attempt(["migrate"], async () => (await migrate([CHECKPOINTS, ...statements])).slice(1));
  client.transaction = (mode: TransactionMode = "write") =>
    attempt([mode], async () => {
      const opened = await transaction(mode);
      await opened.execute(CHECKPOINTS);
      return opened;
    });
  client.executeMultiple = (sql) => attempt(["multiple"], () => executeMultiple(`${CHECKPOINTS}; ${sql}`));
  client.emptyLog = () => attempt(["pragma"], async () => checkpointer.empty());
  client.close = () => {
    while (writes.length) runWrites();
    clearInterval(timer);
    closeConnection();
    close();
  };
  return client;

  function write(statements: readonly BatchStatement[]): Promise<ResultSet[]> {
    return new Promise((resolve, reject) => {
      if (!writes.length) setImmediate(runWrites);
      writes.push({ statements, resolve, reject });
    });
  }

  /** Runs the waiting writes, for about ten milliseconds, and settles each after its commit. */
  function runWrites() {
    const results = runTogether();
    for (const [index, { resolve, reject }] of writes.splice(0, results.length).entries()) {
      const result = results[index];
      if (Array.isArray(result)) resolve(result);
      else reject(result);
    }
    if (writes.length) setImmediate(runWrites);
    checkpointer.shorten();
  }

  function runTogether(): (ResultSet[] | Error)[] {
    const batches = writes.map(({ statements }) => statements);
    try {
      if (batches.length > 1) return getConnection().batchTogether(batches, MAX_TOGETHER_MS);
    } catch {
      // It may be the fault of one of them, so each runs on its own.
    }
    return batches.map((batch) => {
      try {
        return getConnection().batch(batch, "write");
      } catch (error) {
        return error as Error;
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
        // The driver leaves the locked statement unfinished, which would block commits on its connection.
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

function unavailable(code: string, cause: unknown): Refusal {
  const reason = cause instanceof Error ? cause.message : cause;
  const refusal = new Refusal("unavailable", messages[code] ?? broken, {}, RETRY_AFTER_SECONDS);
  return Object.assign(refusal, { cause: `database: ${reason}` });
}
