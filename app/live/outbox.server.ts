// What happened to whom: rows written with the change itself, and a hint to whoever listens.

import { EventEmitter } from "node:events";
import { db } from "db/client.server";
import { type SQL, sql } from "drizzle-orm";

export type EventKind = "message" | "match" | "conversation" | "game" | "playlist";

const hints = new EventEmitter().setMaxListeners(0);

/**
 * The statement that tells both members of a pair of `kind` and `reference`, for the batch that makes the change.
 * `when` is the condition under which the change was made.
 */
export function tellPair(
  pair: { lowId: number; highId: number },
  kind: EventKind,
  reference: string,
  when: SQL,
) {
  return db.run(sql`
    insert into outbox (recipient_id, kind, reference, created_at)
    select column1, ${kind}, ${reference}, ${Date.now()} from (values (${pair.lowId}), (${pair.highId})) where ${when}`);
}

/** Hints, after the commit, that there is something new for these members. The outbox is the truth. */
export function wake(memberIds: number[]) {
  for (const id of memberIds) hints.emit(String(id));
}
