// An embedded replica: what only reads is asked of a file here, all else of its primary elsewhere, and the file follows.
// The driver does all of this over one connection too, but holds the whole process until the primary has answered, and
// waits without end for an answer that was lost on the way. Here it only follows, in a process that can be given up.
import { join } from "node:path";
import {
  type Client,
  createClient,
  type InArgs,
  type InStatement,
  type TransactionMode,
} from "@libsql/client";
import { openElsewhere } from "./elsewhere.server";
import { onlyReads } from "./statements";
import { makeWorkers, type Trouble } from "./workers.server";

const FOLLOWER = join(process.cwd(), "bin/follower.mjs");
/** How long a reader waits for what is new at the primary; then the file is read as it is. */
const PATIENCE_MS = 3000;
/** After how long a follower is given up at first; then after twice as long, for it may have much to fetch. */
const LIMIT_MS = 10_000;
const LONGEST_LIMIT_MS = 600_000;
const DAY_MS = 24 * 3_600_000;

export type Replica = Client & {
  /** Brings the file to what the primary has when this is called, in three seconds at most. Never rejects. */
  catchUp: () => Promise<void>;
};

type Whereabouts = { url: string; syncUrl: string; authToken: string | undefined };

/** Opens a replica in the file at `url`, which cannot be read before the first `sync()`. */
export function openReplica({ url, syncUrl, authToken }: Whereabouts): Replica {
  const primary = openElsewhere(syncUrl, authToken);
  const follower = makeWorkers<{ syncUrl: string; authToken: string | undefined }>(1, FOLLOWER, DAY_MS);
  let limitMs = LIMIT_MS;
  let file: Client | undefined;
  let running: Promise<void> | undefined;
  let queued: Promise<void> | undefined;
  let isAway = true;

  async function fetchChanges(limit?: number) {
    // Nothing else says as soon, and without a word in the log, that the primary is still away.
    if (isAway) await primary.execute("select 1");
    await follower.run({ syncUrl, authToken }, limit).catch((trouble: Trouble) => {
      limitMs = trouble === "late" ? Math.min(2 * limitMs, LONGEST_LIMIT_MS) : LIMIT_MS;
      throw trouble instanceof Error ? trouble : new Error(`the follower was given up: ${trouble}`);
    });
    limitMs = LIMIT_MS;
    file ??= createClient({ url, timeout: 5000 });
  }

  /** Resolves once all is here that was written before; who asks while others are served shares the next round. */
  function sync(limit?: number): Promise<void> {
    if (running) {
      queued ??= running
        .catch(() => undefined)
        .then(() => {
          queued = undefined;
          return sync(limit);
        });
      return queued;
    }
    running = fetchChanges(limit)
      .then(() => note(undefined))
      .finally(() => {
        running = undefined;
      });
    return running;
  }

  async function catchUp() {
    const synced = sync(limitMs).catch(note);
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
      for (const one of follower.processes()) one.kill("SIGKILL");
    },
    get closed() {
      return primary.closed;
    },
    protocol: "file",
  };
}
