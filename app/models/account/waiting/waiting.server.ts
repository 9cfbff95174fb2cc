// Why members wait to be let in, and letting them in once nothing is missing.
import { db } from "db/client.server";
import type { ApplicationCause } from "db/column-types";
import { application, conversation, member } from "db/schema";
import { type Database, hasRow, holds, type Tx } from "db/transaction.server";
import { and, type Column, eq, isNotNull, isNull, not, or, type SQL, sql } from "drizzle-orm";
import { env } from "~/env.server";
import { rebuildCandidates } from "~/matching/candidate.server";
import { awaitsAgeProof } from "~/models/account/age/age-proof.server";
import { endPlans } from "~/models/conversation/plan/plan-state.server";
import { isOneOfTwo } from "~/models/pair.server";
import { propagateVisibility, reloadAskers } from "~/models/safety/visibility.server";
import { WAITING_REASONS, type WaitingReason } from "./waiting";

/** For each reason, true while it keeps the member with this id waiting. */
const keepsWaiting: Record<WaitingReason, (memberId: Column | number) => SQL> = {
  approval: (memberId) =>
    hasRow(application, and(eq(application.memberId, memberId), isNull(application.approvedAt))),
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
 * Makes a member wait while something is missing, and lets them in when nothing is; called after every change of a reason.
 * Resolves with whether they wait. Discover and open pages follow.
 */
export async function updateWaiting(tx: Tx, memberId: number): Promise<boolean> {
  const isWaiting = (await listWaitingReasons(memberId, tx)).length > 0;
  const [before] = await tx
    .select({ waitingSince: member.waitingSince })
    .from(member)
    .where(and(eq(member.id, memberId), isNull(member.purgedAt)));
  if (!before || isWaiting === (before.waitingSince !== null)) return isWaiting;
  const waitingSince = isWaiting ? new Date() : null;
  await reloadAskers(tx, memberId, () =>
    tx.update(member).set({ waitingSince }).where(eq(member.id, memberId)),
  );
  if (isWaiting) await endPlans(tx, isOneOfTwo(conversation, memberId));
  await propagateVisibility(tx, memberId);
  return isWaiting;
}

/**
 * Makes a member wait for a moderator. Newcomers are asked the operator's question first; members who are held later are not,
 * and wait anew even if they were let in before.
 */
export async function addApplication(tx: Tx, memberId: number, cause: ApplicationCause): Promise<void> {
  const now = new Date();
  const question = cause === "held" ? null : (env.approvalQuestion ?? null);
  const row = { memberId, cause, question, submittedAt: question === null ? now : null, createdAt: now };
  const anew = { cause, submittedAt: now, approvedAt: null };
  await tx.insert(application).values(row).onConflictDoUpdate({ target: application.memberId, set: anew });
  await updateWaiting(tx, memberId);
}

/** Lets in a member who waits for a moderator, even if refused before; resolves with whether there was one. */
export async function approveApplication(tx: Tx, memberId: number): Promise<boolean> {
  const { rowsAffected } = await tx
    .update(application)
    .set({ approvedAt: new Date(), refusedAt: null, statement: null })
    .where(and(eq(application.memberId, memberId), isNull(application.approvedAt)));
  if (rowsAffected) await updateWaiting(tx, memberId);
  return rowsAffected > 0;
}

/**
 * Applies a changed environment at the start: members of whom it asks more than before wait, and those of whom it asks less are
 * let in. So are those whom a machine with the old environment has added since.
 */
export async function updateWaitingOfAll(): Promise<void> {
  const isMissing = or(...WAITING_REASONS.map((reason) => keepsWaiting[reason](member.id))) as SQL;
  const canEnter = and(isNotNull(member.waitingSince), not(isMissing));
  // Only the age provider asks more of earlier members, so only then all are looked at.
  const mustWait = env.ageProvider
    ? and(isNull(member.waitingSince), isNull(member.purgedAt), isMissing)
    : sql`false`;
  const [entering, waiting] = [await db.$count(member, canEnter), await db.$count(member, mustWait)];
  if (!entering && !waiting) return;
  await db.batch([
    db.update(member).set({ waitingSince: new Date() }).where(mustWait),
    db.update(member).set({ waitingSince: null }).where(canEnter),
    ...rebuildCandidates(),
  ]);
}
