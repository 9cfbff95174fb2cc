// Verified listeners: members whose proven account at Last.fm or ListenBrainz has an old and long history.
import { db } from "db/client.server";
import { member, musicAccount } from "db/schema";
import { type Tx, transaction } from "db/transaction.server";
import { and, eq, isNotNull, ne, sql } from "drizzle-orm";
import { DAY_MS } from "~/durations";
import { isUsernameService, musicServices, type UsernameService } from "~/integrations/music-service";
import { updateCandidate } from "~/matching/candidate.server";
import { Refusal, refusalIn } from "~/refusal";
import { judgeHistory } from "./account-history";
import { claimDue } from "./due-account.server";
import { readPast } from "./listener.server";
import { musicAccountErrors } from "./music-account";

const MONTH_MS = 30 * DAY_MS;

/** The columns of an unproven account. */
export const NO_PROOF = { provenAt: null, history: null, historyDueAt: null };

/**
 * Reads the history of one proven account that hasn't been read for a month; false if there is none. An account that its
 * service no longer has loses its proof, and one whose history is withheld is read again a month later.
 */
export async function readDueHistory(now = Date.now()): Promise<boolean> {
  const due = await claimDue("historyDueAt", now);
  if (!due) return false;
  const { row } = due;
  if (!row || !isUsernameService(row.service)) return true;
  try {
    const past = await readPast(row.service, row.serviceUserId, now);
    const read = past && { history: judgeHistory(past, now), historyDueAt: new Date(now + MONTH_MS) };
    await transaction(async (tx) => {
      await tx
        .update(musicAccount)
        .set(read ?? { ...NO_PROOF, isActive: false })
        .where(and(eq(musicAccount.id, row.id), sql`proven_at is ${row.provenAt?.getTime() ?? null}`));
      await updateVerifiedListener(tx, row.memberId);
    });
  } catch (error) {
    const refusal = refusalIn(error);
    if (!refusal) throw error;
    if (refusal.code !== "invalid") return true;
    await db
      .update(musicAccount)
      .set({ historyDueAt: new Date(now + MONTH_MS) })
      .where(eq(musicAccount.id, row.id));
  }
  return true;
}

/** Sets a member's badge by their proven accounts, after a change of their music accounts that may affect it. */
export async function updateVerifiedListener(tx: Tx, memberId: number): Promise<void> {
  const proven = await tx
    .select({ history: musicAccount.history })
    .from(musicAccount)
    .where(
      and(
        eq(musicAccount.memberId, memberId),
        eq(musicAccount.isActive, true),
        isNotNull(musicAccount.provenAt),
      ),
    );
  const [longest] = proven
    .flatMap(({ history }) => (history?.result === "verified" ? history : []))
    .sort((a, b) => b.plays - a.plays);
  const listenerSince = longest?.since ? new Date(longest.since).getUTCFullYear() : null;
  const badge = { listenerSince, listenerPlays: longest?.plays ?? null };
  const isOther = sql`(${member.listenerSince}, ${member.listenerPlays}) is not (${badge.listenerSince}, ${badge.listenerPlays})`;
  const changed = await tx
    .update(member)
    .set(badge)
    .where(and(eq(member.id, memberId), isOther))
    .returning({ id: member.id });
  if (changed.length) await updateCandidate(tx, memberId);
}

/**
 * Takes an account's proof away from other members: it verifies only the last one to prove it. Refuses a suspended member's
 * account (conflict), with which they would come back.
 */
export async function takeProof(tx: Tx, memberId: number, service: UsernameService, userId: string) {
  const holders = await tx
    .select({ id: musicAccount.id, memberId: member.id, suspendedAt: member.suspendedAt })
    .from(musicAccount)
    .innerJoin(member, eq(member.id, musicAccount.memberId))
    .where(
      and(
        eq(musicAccount.service, service),
        sql`lower(${musicAccount.serviceUserId}) = lower(${userId})`,
        isNotNull(musicAccount.provenAt),
        ne(musicAccount.memberId, memberId),
      ),
    );
  for (const holder of holders) {
    if (holder.suspendedAt) throw new Refusal("conflict", musicAccountErrors.takenProof);
    await tx
      .update(musicAccount)
      .set({ ...NO_PROOF, isVerified: musicServices[service].isVerifiedByName })
      .where(eq(musicAccount.id, holder.id));
    await updateVerifiedListener(tx, holder.memberId);
  }
}
