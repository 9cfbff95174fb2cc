// An embedded replica: what only reads is asked of a file here, all else of its primary elsewhere, and the file follows.
// The driver does all of this over one connection too, but holds the whole process until the primary has answered.
import {
  type Client,
  createClient,
  type InArgs,
  type InStatement,
  type TransactionMode,
} from "@libsql/client";
import Database from "libsql";
import PromisedDatabase from "libsql/promise";
import { openElsewhere } from "./elsewhere.server";
import { onlyReads } from "./statements";

/** How long a reader waits for what is new at the primary; then the file is read as it is. */
const PATIENCE_MS = 2000;

export type Replica = Client & {
  /** Brings the file to what the primary has when this is called, in two seconds at most. Never rejects. */
  catchUp: () => Promise<void>;
};

type Whereabouts = { url: string; path: string; syncUrl: string; authToken: string | undefined };

/** Opens a replica in the file at `path`, also called `url`, which cannot be read before the first `sync()`. */
export function openReplica({ url, path, syncUrl, authToken }: Whereabouts): Replica {
  const primary = openElsewhere(syncUrl, authToken);
  let follower: InstanceType<typeof Database> | undefined;
  let file: Client | undefined;
  let running: Promise<void> | undefined;
  let queued: Promise<void> | undefined;
  let isAway = true;

  async function readChanges() {
    // The follower waits without end for a primary that is away, and says so again and again; this does not.
    if (isAway) await primary.execute("select 1");
    follower ??= new Database(path, { syncUrl, authToken } as object);
    // As the driver's other half does it, which lets the process go on meanwhile but cannot open a replica itself.
    await PromisedDatabase.prototype.sync.call(follower);
    file ??= createClient({ url, timeout: 5000 });
  }

  /** Resolves once all is here that was written before; who asks while others are served shares the next round. */
  function sync(): Promise<void> {
    if (running) {
      queued ??= running
        .catch(() => undefined)
        .then(() => {
          queued = undefined;
          return sync();
        });
      return queued;
    }
    running = readChanges()
      .then(() => note(undefined))
      .finally(() => {
        running = undefined;
      });
    return running;
  }

  async function catchUp() {
    const synced = sync().catch(note);
    // Nobody waits for a primary that is known to be away.
    if (isAway) return;
    let timer: ReturnType<typeof setTimeout> | undefined;
    const late = new Promise<void>((resolve) => {
      timer = setTimeout(resolve, PATIENCE_MS);
    }).then(() => note(new Error(`nothing came in ${PATIENCE_MS / 1000} seconds`)));
    await Promise.race([synced, late]);
    clearTimeout(timer);
  }

  /** Says once that the primary is away, and once that it is back. */
  function note(trouble: unknown) {
    if (isAway === (trouble !== undefined)) return;
    isAway = !isAway;
    if (!isAway) return;
    const reason = trouble instanceof Error ? trouble.message : String(trouble);
    console.error(`The primary database does not answer; what was here before is read: ${reason}`);
  }

  async function write<Result>(writing: Promise<Result>): Promise<Result> {
    const result = await writing;
    await catchUp();
    return result;
  }

  function opened(): Client {
    if (!file) throw new Error("The replica has never been brought up to its primary");
    return file;
  }

  return {
    execute: (statement: InStatement, args: InArgs = []) => {
      const whole = typeof statement === "string" ? { sql: statement, args } : statement;
      return onlyReads(whole) ? opened().execute(whole) : write(primary.execute(whole));
    },
    batch: (statements, mode) =>
      statements.every(onlyReads) ? opened().batch(statements, mode) : write(primary.batch(statements, mode)),
    migrate: (statements) => write(primary.migrate(statements)),
    executeMultiple: (sql) => write(primary.executeMultiple(sql)),
    transaction: (mode: TransactionMode = "write") =>
      (mode === "read" ? opened() : primary).transaction(mode),
    sync: async () => {
      await sync();
      return undefined;
    },
    catchUp,
    reconnect: () => primary.reconnect(),
    close: () => {
      primary.close();
      file?.close();
      follower?.close();
    },
    get closed() {
      return primary.closed;
    },
    protocol: "file",
  };
}
