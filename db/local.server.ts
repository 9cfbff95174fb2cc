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
import type Database from "libsql";
import { type Connection, openConnection } from "./connection.server";
import { reserveDiskSpace } from "./disk-space.server";
import { baseCode, CLOSED, isBusy, orUnavailable, unavailable } from "./errors.server";
import { aborted, GroupCommit } from "./group-commit.server";
import { isReadOnly, isRemoval, toStatement } from "./statement-kind";
import { CHECKPOINTS, createCheckpointer, openFile } from "./write-ahead-log.server";

/** How long a statement waits for a lock before it is refused. */
const MAX_WAIT_MS = 3000;
const RETRY_MS = 20;
/** How often the log's length is checked, besides after this process's own writes. */
const CHECKPOINT_MS = 1000;

/** Overwrites deleted content with zeros, over one connection. */
const SECURE_DELETE = "pragma secure_delete = on";
const isChange = (sql: string) => /^\s*(insert|update|delete|replace|with)\b/i.test(sql);

/** The client of a local file, which can erase the remains of deleted content in the write-ahead log. */
export type LocalClient = Client & {
  /** Resolves with false while another process still reads from the log. Refused like a write. */
  emptyLog: () => Promise<boolean>;
};

/**
 * Opens the database in `file`, at its `file:` URL. Its statements are refused (unavailable) if the database stays locked
 * for three seconds, the disk is nearly full, or the file is missing or not writable.
 */
export function openLocal(url: string, file: string, minFreeDiskBytes: number): LocalClient {
  // Only for migrations and the snapshots of long readers, which need a connection of their own.
  const client = createClient({ url, timeout: 0 }) as LocalClient;
  const migrate = client.migrate.bind(client);
  const transaction = client.transaction.bind(client);
  const executeMultiple = client.executeMultiple.bind(client);
  const close = client.close.bind(client);
  const database = new LocalDatabase(client, file, reserveDiskSpace(file, minFreeDiskBytes));
  const { checkpointer, changes } = database;

  client.execute = (statement: InStatement, args?: InArgs) => {
    const whole = toStatement(statement, args);
    return database.attempt([whole], async () => {
      if (isChange(whole.sql) && !isReadOnly(whole)) return changes.run((on) => on.execute(whole));
      if (changes.isRunning) await changes.waitForCommit();
      return database.getConnection().execute(whole);
    });
  };
  client.batch = (statements) =>
    database.attempt(statements, async () => {
      if (!statements.every(isReadOnly)) return changes.run((on) => on.executeAll(statements));
      if (changes.isRunning) await changes.waitForCommit();
      return database.getConnection().read(statements);
    });
  // The pool may use any of its connections, so automatic checkpoints are turned off first.
  client.migrate = (statements) =>
    database.attempt(["migrate"], async () => (await migrate([CHECKPOINTS, ...statements])).slice(1));
  client.transaction = (mode: TransactionMode = "write") =>
    database.attempt([mode], async () => {
      if (mode === "write") return changes.openTransaction();
      const opened = await transaction(mode);
      await opened.execute(CHECKPOINTS);
      return opened;
    });
  client.executeMultiple = (sql) =>
    database.attempt(["multiple"], () => executeMultiple(`${CHECKPOINTS}; ${sql}`));
  client.emptyLog = () => database.attempt(["pragma"], async () => checkpointer.empty());
  client.close = () => {
    changes.flush();
    database.close();
    close();
  };
  return client;
}

/** The connection to a file, and how its statements wait for a lock. */
class LocalDatabase {
  readonly checkpointer: ReturnType<typeof createCheckpointer>;
  readonly changes = new GroupCommit(
    () => this.getConnection(),
    () => this.checkpointer.shorten(),
  );
  readonly #client: Client;
  readonly #file: string;
  readonly #hasSpace: () => boolean;
  readonly #timer: ReturnType<typeof setInterval>;
  #connection: Connection | undefined;
  /** Resolves when the lock is free again; undefined while there is none. */
  #unlocked: Promise<void> | undefined;

  constructor(client: Client, file: string, hasSpace: () => boolean) {
    this.#client = client;
    this.#file = file;
    this.#hasSpace = hasSpace;
    this.checkpointer = createCheckpointer(file);
    // Other processes write, too, and a reader may have kept the log from being copied.
    this.#timer = setInterval(() => this.checkpointer.shorten(true), CHECKPOINT_MS).unref();
  }

  getConnection(): Connection {
    if (this.#client.closed) throw new LibsqlError("The client is closed", CLOSED);
    if (!this.#connection) {
      const opened = openConnection(this.#file);
      opened.execute(SECURE_DELETE);
      this.#connection = opened;
    }
    return this.#connection;
  }

  close() {
    clearInterval(this.#timer);
    this.#closeConnection();
  }

  /** Runs statements, and again after each lock they meet, for three seconds. Refuses as `openLocal` says. */
  async attempt<Result>(
    statements: Parameters<Client["batch"]>[0],
    run: () => Promise<Result>,
  ): Promise<Result> {
    const isReading = statements.every(isReadOnly);
    // Deletes are allowed, so that members can free space or sign out.
    if (!isReading && !this.#hasSpace() && !statements.every(isRemoval)) {
      throw unavailable("SQLITE_FULL", "less than MIN_FREE_DISK_MB is free");
    }
    // Created only at the first lock, which most statements never meet.
    let deadline: AbortSignal | undefined;
    for (;;) {
      // Reads may run beside a write, unless they have met a lock themselves.
      if (this.#unlocked && (deadline || !isReading)) {
        deadline ??= AbortSignal.timeout(MAX_WAIT_MS);
        await Promise.race([this.#unlocked, aborted(deadline)]);
      }
      try {
        return await run();
      } catch (error) {
        // Another statement's reconnect closed the connection before this one ran.
        if (baseCode(error) === CLOSED && !this.#client.closed) continue;
        if (!isBusy(error)) throw orUnavailable(error);
        await this.#reconnect();
        if (deadline?.aborted) throw orUnavailable(error);
        deadline ??= AbortSignal.timeout(MAX_WAIT_MS);
        this.#unlocked ??= waitForLock(this.#file).finally(() => {
          this.#unlocked = undefined;
        });
      }
    }
  }

  /**
   * Reconnects, because the driver leaves the statement that met the lock unfinished, which blocks commits. Waits for the
   * changes in progress first, which use the old connection.
   */
  async #reconnect() {
    await this.changes.waitUntilIdle();
    this.#client.reconnect();
    this.#closeConnection();
  }

  #closeConnection() {
    this.checkpointer.close();
    this.#connection?.close();
    this.#connection = undefined;
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
