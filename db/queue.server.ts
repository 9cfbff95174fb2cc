// Shared by the queues of outgoing mail and pushes: rows that one of several machines claims, retries and gives up.
import { EventEmitter } from "node:events";
import { and, eq, inArray, lte, sql } from "drizzle-orm";
import { HOUR_MS, MINUTE_MS } from "~/durations";
import { db } from "./client.server";
import type { mail, push } from "./schema";
import type { Database } from "./transaction.server";

/** Nothing older is sent. */
export const MAX_QUEUED_MS = 48 * HOUR_MS;
/** After this long without renewal, a machine that has claimed a row is considered dead. Shorter than any retry's wait. */
const CLAIM_MS = 30_000;
const RENEW_MS = 10_000;
const FIRST_RETRY_MS = MINUTE_MS;
const LAST_RETRY_MS = 4 * HOUR_MS;

type Queue = typeof mail | typeof push;
type Row<Table extends Queue> = Table["$inferSelect"];

/** Claims up to `limit` rows that are due, the longest waiting first: no other machine gets them for half a minute. */
export async function claimDue<Table extends Queue>(
  table: Table,
  limit: number,
  now: number,
): Promise<Row<Table>[]> {
  // The compiler can't follow a choice of tables through a statement.
  const queue = table as typeof mail;
  const due = db
    .select({ id: queue.id })
    .from(queue)
    .where(lte(queue.nextAttemptAt, new Date(now)))
    .orderBy(queue.nextAttemptAt)
    .limit(limit);
  const claimed = await db
    .update(queue)
    .set({ attempts: sql`${queue.attempts} + 1`, nextAttemptAt: new Date(now + CLAIM_MS) })
    .where(inArray(queue.id, due))
    .returning();
  return claimed as Row<Table>[];
}

/** Keeps rows claimed until `work` is done, however long that takes. */
export async function whileClaimed<Result>(
  table: Queue,
  rows: { id: string }[],
  work: () => Promise<Result>,
): Promise<Result> {
  const queue = table as typeof mail;
  const ids = rows.map(({ id }) => id);
  const renew = async () => {
    const until = new Date(Date.now() + CLAIM_MS);
    // Rows that failed meanwhile are put off for longer than a claim.
    const isClaimed = and(inArray(queue.id, ids), lte(queue.nextAttemptAt, until));
    await db.update(queue).set({ nextAttemptAt: until }).where(isClaimed);
  };
  // If a renewal fails, two more follow before the claim ends.
  const timer = setInterval(() => renew().catch(() => undefined), RENEW_MS);
  try {
    return await work();
  } finally {
    clearInterval(timer);
  }
}

/** Waits a minute after the first attempt and twice as long after each further one, at most four hours; at least `leastMs`. */
export async function putOff(
  table: Queue,
  { id, attempts, expiresAt }: Pick<Row<Queue>, "id" | "attempts" | "expiresAt">,
  now: number,
  on: Database = db,
  leastMs = 0,
) {
  const queue = table as typeof mail;
  const wait = Math.max(leastMs, Math.min(FIRST_RETRY_MS * 2 ** (attempts - 1), LAST_RETRY_MS));
  const nextAttemptAt = new Date(Math.min(now + wait, expiresAt.getTime()));
  await on.update(queue).set({ nextAttemptAt }).where(eq(queue.id, id));
}

/** Wakes this machine's job that empties a queue. */
export class QueueSignal {
  private readonly events = new EventEmitter();
  private isGiven = false;

  /** Call it after the commit. */
  give = () => {
    this.isGiven = true;
    this.events.emit("given");
  };

  /** Resolves when the signal is given, or was given since the last call, and after `ms` at the latest. */
  async wait(ms: number) {
    if (!this.isGiven) {
      await new Promise<void>((resolve) => {
        const done = () => {
          clearTimeout(timer);
          this.events.off("given", done);
          resolve();
        };
        const timer = setTimeout(done, ms).unref();
        this.events.once("given", done);
      });
    }
    this.isGiven = false;
  }
}
