// The queue of pushes: rows are written when a push is due, and a job sends them.
import { randomUUID } from "node:crypto";
import type { PushContent } from "db/column-types";
import { MAX_QUEUED_MS, QueueSignal } from "db/queue.server";
import { push } from "db/schema";
import { afterCommit, type Tx } from "db/transaction.server";

/** Signals that this machine has queued a push. */
export const pushSignal = new QueueSignal();

/** Queues pushes, each to one subscription. */
export async function queuePushes(
  tx: Tx,
  pushes: { subscriptionId: string; content: PushContent }[],
): Promise<void> {
  if (!pushes.length) return;
  const now = Date.now();
  await tx.insert(push).values(
    pushes.map((each) => ({
      ...{ id: randomUUID(), ...each, nextAttemptAt: new Date(now) },
      ...{ expiresAt: new Date(now + MAX_QUEUED_MS), createdAt: new Date(now) },
    })),
  );
  afterCommit(tx, pushSignal.give);
}
