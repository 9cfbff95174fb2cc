// What happened to whom: rows written with the change itself, and a hint to whoever listens.

import { EventEmitter } from "node:events";
import { db } from "db/client.server";
import { type SQL, sql } from "drizzle-orm";
import type { EventKind } from "./event-text";

/** How long rows are kept: a reader who comes back later loads everything anew. */
const KEPT_DAYS = 7;
const PRUNE_ROWS = 5000;

const hints = new EventEmitter().setMaxListeners(0);

/**
 * The statement that tells both members of a pair of `kind` and `reference`, for the batch that makes the change.
 * `when` is the condition under which the change was made.
 */
export function tellPair(
  pair: { lowId: number; highId: number },
  kind: EventKind,
  reference: string | SQL,
  when: SQL,
) {
  return tell([pair.lowId, pair.highId], kind, reference, when);
}

/** The same for any members. */
export function tell(memberIds: number[], kind: EventKind, reference: string | SQL, when: SQL) {
  return db.run(sql`
    insert into outbox (recipient_id, kind, reference, created_at)
    select value, ${kind}, ${reference}, ${Date.now()} from json_each(${JSON.stringify(memberIds)}) where ${when}`);
}

/** Hints, after the commit, that there is something new for these members. The outbox is the truth. */
export function wake(memberIds: number[]) {
  for (const id of memberIds) hints.emit(String(id));
}

/** Runs `look` at every hint for a member; returns what ends that. */
export function listen(memberId: number, look: () => void): () => void {
  const name = String(memberId);
  hints.on(name, look);
  return () => hints.off(name, look);
}

/** How many listen to hints. */
export function countListeners(): number {
  return hints.eventNames().reduce((count, name) => count + hints.listenerCount(name), 0);
}

/** The first row that is kept, null where none is, and the last one ever written. */
export async function outboxBounds(): Promise<{ first: number | null; last: number }> {
  const [bounds] = await db.all<{ first: number | null; last: number | null }>(sql`
    select (select min(id) from outbox) as first, (select seq from sqlite_sequence where name = 'outbox') as last`);
  return { first: bounds?.first ?? null, last: bounds?.last ?? 0 };
}

/** The last row that told the member of something, 0 where none did, and the last row ever written. */
export async function findPlaces(memberId: number): Promise<{ newest: number; last: number }> {
  const [places] = await db.all<{ newest: number | null; last: number | null }>(sql`
    select (select max(id) from outbox where recipient_id = ${memberId}) as newest,
      (select seq from sqlite_sequence where name = 'outbox') as last`);
  return { newest: places?.newest ?? 0, last: places?.last ?? 0 };
}

/** Who was told of something after row `after`, by whatever process, and the last row of each. */
export async function listToldSince(after: number): Promise<{ memberId: number; last: number }[]> {
  return db.all(sql`
    select recipient_id as memberId, max(id) as last from outbox where id > ${after} group by recipient_id`);
}

/** Removes rows older than seven days, some thousands at most; returns whether there may be more of them. */
export async function pruneOutbox(now = Date.now()): Promise<boolean> {
  const cutoff = now - KEPT_DAYS * 24 * 60 * 60 * 1000;
  // In the order of ids: what is gone is then always the beginning, and a scan ends at the first row that stays.
  const { rowsAffected } = await db.run(sql`
    delete from outbox where id < min(
      (select min(id) from outbox) + ${PRUNE_ROWS},
      coalesce((select id from outbox where created_at >= ${cutoff} order by id limit 1), ${Number.MAX_SAFE_INTEGER}))`);
  return rowsAffected >= PRUNE_ROWS;
}
