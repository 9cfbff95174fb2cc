// The queue of pushes: rows are written with the decision to push, and a job sends them.
import { randomUUID } from "node:crypto";
import type { PushContent } from "db/column-types";
import { MAX_QUEUED_MS, QueueSignal } from "db/queue.server";
import { push } from "db/schema";
import { afterCommit, type Tx } from "db/transaction.server";

/** Given when this machine has queued a push. */
export const pushSignal = new QueueSignal();

/** Queues a push to these subscriptions. */
export async function queuePush(tx: Tx, subscriptionIds: string[], content: PushContent): Promise<void> {
  if (!subscriptionIds.length) return;
  const now = Date.now();
  await tx.insert(push).values(
    subscriptionIds.map((subscriptionId) => ({
      ...{ id: randomUUID(), subscriptionId, content, nextAttemptAt: new Date(now) },
      ...{ expiresAt: new Date(now + MAX_QUEUED_MS), createdAt: new Date(now) },
    })),
  );
  afterCommit(tx, pushSignal.give);
}
