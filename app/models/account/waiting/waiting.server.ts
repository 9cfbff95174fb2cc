// Why members wait to be let in, and letting them in once nothing is missing.
import { db } from "db/client.server";
import { member } from "db/schema";
import { type Database, holds, type Tx } from "db/transaction.server";
import { and, type Column, eq, isNotNull, isNull, not, or, type SQL } from "drizzle-orm";
import { rebuildCandidates } from "~/matching/candidate.server";
import { awaitsAgeProof } from "~/models/account/age/age-proof.server";
import { propagateVisibility, reloadAskers } from "~/models/safety/visibility.server";
import { awaitsApproval } from "./application.server";
import { WAITING_REASONS, type WaitingReason } from "./waiting";

/** For each reason, true while it keeps the member with this id waiting. */
const keepsWaiting: Record<WaitingReason, (memberId: Column | number) => SQL> = {
  approval: awaitsApproval,
  age: awaitsAgeProof,
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

/**
 * Lets members wait of whom the environment asks more than before, and those in of whom it asks less: at the start, and for
 * those whom a machine with the old environment has added since.
 */
export async function updateWaitingOfAll(): Promise<void> {
  const isMissing = or(...WAITING_REASONS.map((reason) => keepsWaiting[reason](member.id))) as SQL;
  const mustWait = and(isNull(member.waitingSince), isNull(member.purgedAt), isMissing);
  const canEnter = and(isNotNull(member.waitingSince), not(isMissing));
  if (!(await db.$count(member, or(mustWait, canEnter)))) return;
  await db.batch([
    db.update(member).set({ waitingSince: new Date() }).where(mustWait),
    db.update(member).set({ waitingSince: null }).where(canEnter),
    ...rebuildCandidates(),
  ]);
}
