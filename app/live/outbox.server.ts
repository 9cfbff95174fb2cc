// The outbox: events for members, written with the change itself, and in-process notifications about new ones.
import { EventEmitter } from "node:events";
import { db } from "db/client.server";
import { once } from "db/prepared.server";
import { outbox } from "db/schema";
import { eq, gt, gte, lt, max, min, sql } from "drizzle-orm";
import { integer, sqliteTable, text } from "drizzle-orm/sqlite-core";
import { DAY_MS } from "~/durations";

/** After this long a reader reloads everything instead of catching up. */
const RETENTION_DAYS = 7;
const PRUNE_BATCH = 5000;

const listeners = new EventEmitter().setMaxListeners(0);

/** SQLite's table of the last id assigned in each autoincrement column. */
const sqliteSequence = sqliteTable("sqlite_sequence", { name: text("name"), seq: integer("seq") });
const lastEventId = sql<number>`coalesce(${db
  .select({ seq: sqliteSequence.seq })
  .from(sqliteSequence)
  .where(eq(sqliteSequence.name, "outbox"))}, 0)`;

/** Tells this process's streams, after the commit, that there are new events for these members. */
export function notify(memberIds: number[]) {
  for (const id of memberIds) listeners.emit(String(id));
}

/** Runs `listener` whenever a member is notified; returns the function that unsubscribes. */
export function subscribe(memberId: number, listener: () => void): () => void {
  const name = String(memberId);
  listeners.on(name, listener);
  return () => listeners.off(name, listener);
}

/** How many listeners are subscribed. */
export function countListeners(): number {
  return listeners.eventNames().reduce((count, name) => count + listeners.listenerCount(name), 0);
}

/** The id of the oldest event, null in an empty outbox, and the last id ever assigned. */
export async function getOutboxBounds(): Promise<{ first: number | null; last: number }> {
  const [bounds] = await outboxBounds().all();
  return bounds ?? { first: null, last: 0 };
}

const outboxBounds = once(() =>
  db
    .select({ first: min(outbox.id), last: lastEventId })
    .from(outbox)
    .prepare(),
);

/** The id of the member's newest event, 0 if there is none. */
export async function findNewestEvent(memberId: number): Promise<number> {
  const [found] = await newestEvent().all({ memberId });
  return found?.newest ?? 0;
}

const newestEvent = once(() =>
  db
    .select({ newest: max(outbox.id) })
    .from(outbox)
    .where(eq(outbox.recipientId, sql.placeholder("memberId")))
    .prepare(),
);

/** The recipients of events after row `after`, whichever process wrote them, with the id of each one's newest. */
export async function listRecipientsSince(after: number): Promise<{ memberId: number; last: number }[]> {
  return (
    db
      .select({ memberId: outbox.recipientId, last: sql<number>`max(${outbox.id})` })
      .from(outbox)
      .where(gt(outbox.id, after))
      // The plus keeps SQLite from reading the whole index of recipients for the sake of their order.
      .groupBy(sql`+${outbox.recipientId}`)
  );
}

/** Removes events older than seven days, at most 5,000; returns whether there may be more of them. */
export async function pruneOutbox(now = Date.now()): Promise<boolean> {
  const cutoff = new Date(now - RETENTION_DAYS * DAY_MS);
  const firstId = db.select({ id: min(outbox.id) }).from(outbox);
  const firstKept = db
    .select({ id: outbox.id })
    .from(outbox)
    .where(gte(outbox.createdAt, cutoff))
    .orderBy(outbox.id)
    .limit(1);
  // In the order of ids, so that only the beginning is ever missing and the scan ends at the first row that stays.
  const end = sql`min(${firstId} + ${PRUNE_BATCH}, coalesce(${firstKept}, ${Number.MAX_SAFE_INTEGER}))`;
  const { rowsAffected } = await db.delete(outbox).where(lt(outbox.id, end));
  return rowsAffected >= PRUNE_BATCH;
}
