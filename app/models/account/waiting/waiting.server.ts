// Why members wait to be let in, and letting them in once nothing is missing.
import { db } from "db/client.server";
import { member } from "db/schema";
import { type Database, holds, type Tx } from "db/transaction.server";
import { and, eq, isNull, type SQL } from "drizzle-orm";
import { propagateVisibility, reloadAskers } from "~/models/safety/visibility.server";
import { awaitsApproval } from "./application.server";
import { WAITING_REASONS, type WaitingReason } from "./waiting";

/** For each reason, true while it keeps the member with this id waiting. */
const keepsWaiting: Record<WaitingReason, (memberId: number) => SQL> = {
  approval: awaitsApproval,
};

/** What is missing before a member is let in. */
export async function listWaitingReasons(memberId: number, on: Database = db): Promise<WaitingReason[]> {
  const reasons: WaitingReason[] = [];
  for (const reason of WAITING_REASONS)
    if (await holds(on, keepsWaiting[reason](memberId))) reasons.push(reason);
  return reasons;
}

/**
 * Lets a member wait while something is missing, and in when nothing is; called after every change of a reason. Resolves with
 * whether that changed anything: Discover and open pages have followed.
 */
export async function updateWaiting(tx: Tx, memberId: number): Promise<boolean> {
  const isWaiting = (await listWaitingReasons(memberId, tx)).length > 0;
  const [before] = await tx
    .select()
    .from(member)
    .where(and(eq(member.id, memberId), isNull(member.purgedAt)));
  if (!before || isWaiting === (before.waitingSince !== null)) return false;
  const waitingSince = isWaiting ? new Date() : null;
  await reloadAskers(tx, memberId, () =>
    tx.update(member).set({ waitingSince }).where(eq(member.id, memberId)),
  );
  await propagateVisibility(tx, memberId);
  return true;
}
