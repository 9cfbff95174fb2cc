// The database in a local file. Its driver is synchronous: waiting for a lock there would block every request, so
// statements that find the database locked are retried here instead.
import { setTimeout as pause } from "node:timers/promises";
import {
  type Client,
  createClient,
  type InArgs,
  type InStatement,
  LibsqlError,
  type TransactionMode,
} from "@libsql/client";
import Database from "libsql";
import { Refusal } from "~/refusal";
import { reserveDiskSpace } from "./disk-space.server";
import { isReadOnly, isRemoval, serializeWrites } from "./write-queue";

/** How long a statement waits for a lock before it is refused. */
const MAX_WAIT_MS = 3000;
const RETRY_MS = 20;
const RETRY_AFTER_SECONDS = 5;

const busy = "The database is busy at the moment. Try again in a few seconds.";
const full = "This server is running out of space, so nothing can be saved right now. You can still browse.";
const broken = "Nothing can be saved on this server right now. You can still browse.";

/** Overwrites deleted content with zeros. It holds for a connection, and the driver opens several. */
const SECURE_DELETE = "pragma secure_delete = on";
const isChange = (sql: string) => /^\s*(insert|update|delete|replace|with)\b/i.test(sql);

/** The driver's code for a closed connection. */
const CLOSED = "CLIENT_CLOSED";

/** The messages for the driver's error codes that are not bugs. */
const messages: Record<string, string> = {
  SQLITE_BUSY: busy,
  SQLITE_FULL: full,
  SQLITE_READONLY: broken,
  SQLITE_CANTOPEN: broken,
  SQLITE_IOERR: broken,
};

/**
 * Opens the database in `file`, at its `file:` URL. Its statements are refused (unavailable) if the database stays locked
 * for three seconds, the disk is nearly full, or the file is missing or not writable.
 */
export function openLocal(url: string, file: string, minFreeDiskBytes: number): Client {
  const client = serializeWrites(createClient({ url, timeout: 0 }));
  const hasSpace = reserveDiskSpace(file, minFreeDiskBytes);
  const execute = client.execute.bind(client);
  const batch = client.batch.bind(client);
  const migrate = client.migrate.bind(client);
  const transaction = client.transaction.bind(client);
  /** Resolves when the lock is free again; undefined while there is none. */
  let unlocked: Promise<void> | undefined;

  client.execute = (statement: InStatement, args: InArgs = []) => {
    const whole = typeof statement === "string" ? { sql: statement, args } : statement;
    return attempt([whole], async () => {
      if (isReadOnly(whole) || !isChange(whole.sql)) return execute(whole);
      const [, result] = await batch([SECURE_DELETE, whole], "write");
      if (!result) throw new Error("The driver has returned no result");
      return result;
    });
  };
  client.batch = (statements, mode) =>
    attempt(statements, async () => {
      if (statements.every(isReadOnly)) return batch(statements, mode);
      return (await batch([SECURE_DELETE, ...statements], mode)).slice(1);
    });
  client.migrate = (statements) => attempt(["migrate"], () => migrate(statements));
  client.transaction = (mode: TransactionMode = "write") => attempt([mode], () => transaction(mode));
  return client;

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
      if (unlocked && !isReading) {
        deadline ??= AbortSignal.timeout(MAX_WAIT_MS);
        await Promise.race([unlocked, aborted(deadline)]);
      }
      try {
        return await run();
      } catch (error) {
        const code = error instanceof LibsqlError ? baseCode(error) : "";
        // Another statement's reconnect closed the connection before this one ran.
        if (code === CLOSED && !client.closed) continue;
        if (code !== "SQLITE_BUSY" || deadline?.aborted)
          throw code in messages ? unavailable(code, error) : error;
        deadline ??= AbortSignal.timeout(MAX_WAIT_MS);
        // The driver leaves the locked statement unfinished, which would block commits on its connection.
        client.reconnect();
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
    const connection = new Database(file, { timeout: 0 });
    try {
      connection.exec("begin immediate");
      connection.exec("rollback");
      return;
    } catch (error) {
      // The waiting statement will report any other error.
      if (!isBusy(error)) return;
    } finally {
      connection.close();
    }
  }
}

/**
 * Runs `run` in a transaction of a connection of its own, so that other processes write before it or after it. Refused
 * (unavailable) if the database stays locked for three seconds.
 */
export async function runLocked(
  file: string,
  run: (connection: Database.Database) => Promise<void>,
): Promise<void> {
  for (const deadline = AbortSignal.timeout(MAX_WAIT_MS); ; await pause(RETRY_MS)) {
    const connection = new Database(file, { timeout: 0 });
    try {
      connection.exec("begin immediate");
      await run(connection);
      connection.exec("commit");
      return;
    } catch (error) {
      if (!isBusy(error)) throw error;
      if (deadline.aborted) throw unavailable("SQLITE_BUSY", error);
    } finally {
      connection.close();
    }
  }
}

function isBusy(error: unknown): boolean {
  return error instanceof Error && "code" in error && error.code === "SQLITE_BUSY";
}

function aborted(signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    if (signal.aborted) resolve();
    else signal.addEventListener("abort", () => resolve(), { once: true });
  });
}

/** The first two words of a code such as `SQLITE_IOERR_WRITE`. */
function baseCode({ code }: LibsqlError): string {
  return code.split("_").slice(0, 2).join("_");
}

function unavailable(code: string, cause: unknown): Refusal {
  const reason = cause instanceof Error ? cause.message : cause;
  const refusal = new Refusal("unavailable", messages[code] ?? broken, {}, RETRY_AFTER_SECONDS);
  return Object.assign(refusal, { cause: `database: ${reason}` });
}
