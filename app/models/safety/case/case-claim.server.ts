// Claims of cases: one moderator works on a case at a time.
import { moderationCase, sanction } from "db/schema";
import { type Tx, transaction } from "db/transaction.server";
import { and, eq, sql } from "drizzle-orm";
import { msg } from "~/language/text";
import { sanctionNames } from "~/models/safety/sanctions/sanction";
import { fullName, logAction } from "~/models/safety/staff/moderation-log.server";
import { isStaff } from "~/models/safety/staff/staff.server";
import { notFoundRefusal, Refusal } from "~/refusal";
import { barredFrom } from "./case";
import { claimer, isClaimable, isNotAbout, moderator } from "./case.server";
import { hasReportBy, isAgainstOutcomeOf } from "./colleague.server";

/**
 * Claims an open case; claiming it again changes nothing. Takes over claims older than two hours and those of former
 * moderators.
 * Refuses an unknown case (absent) and one that is closed, claimed by someone else, reported by the moderator or an objection
 * to the outcome of their own (conflict).
 */
export async function claimCase(moderatorId: number, id: string): Promise<void> {
  await transaction(async (tx) => {
    const found = await findOpenCase(tx, moderatorId, id);
    if (barredFrom(found)) throw notTheirsRefusal(found);
    if (found.claimedBy === moderatorId) {
      await tx.update(moderationCase).set({ claimedAt: new Date() }).where(eq(moderationCase.id, id));
      return;
    }
    if (!isClaimable(found)) throw notTheirsRefusal(found);
    await tx
      .update(moderationCase)
      .set({ claimedBy: moderatorId, claimedAt: new Date() })
      .where(eq(moderationCase.id, id));
    await logAction(tx, { actorId: moderatorId, action: "claimed", caseId: id, memberId: found.memberId });
  });
}

/**
 * Returns a claimed case to the queue. Refuses an unknown case (absent) and one the moderator hasn't claimed
 * (conflict).
 */
export async function releaseCase(moderatorId: number, id: string): Promise<void> {
  await transaction(async (tx) => {
    const found = await findOpenCase(tx, moderatorId, id);
    if (found.claimedBy !== moderatorId) throw notTheirsRefusal(found);
    const { memberId } = found;
    await tx
      .update(moderationCase)
      .set({ claimedBy: null, claimedAt: null })
      .where(eq(moderationCase.id, id));
    await logAction(tx, { actorId: moderatorId, action: "released", caseId: id, memberId });
  });
}

/** An open case. Refuses one that is unknown or about the moderator (absent), or decided (conflict). */
export async function findOpenCase(tx: Tx, moderatorId: number, id: string) {
  const [found] = await tx
    .select({
      memberId: moderationCase.memberId,
      closedAt: moderationCase.closedAt,
      claimedBy: moderationCase.claimedBy,
      claimedAt: moderationCase.claimedAt,
      claimer: fullName(claimer),
      hasClaimer: sql<number>`${isStaff(moderationCase.claimedBy)}`,
      moderator: fullName(moderator),
      moderatorId: sanction.moderatorId,
      kind: sanction.kind,
      isReporter: sql<number>`${hasReportBy(moderationCase.id, moderatorId)}`,
      isOwnOutcome: sql<number>`${isAgainstOutcomeOf(moderatorId)}`,
    })
    .from(moderationCase)
    .leftJoin(claimer, eq(claimer.id, moderationCase.claimedBy))
    .leftJoin(sanction, eq(sanction.caseId, moderationCase.id))
    .leftJoin(moderator, eq(moderator.id, sanction.moderatorId))
    .where(and(eq(moderationCase.id, id), isNotAbout(moderatorId)));
  if (!found) throw notFoundRefusal();
  if (found.closedAt) {
    const name = found.moderator ?? msg("Another moderator");
    const isOwn = String(found.moderatorId === moderatorId);
    throw new Refusal(
      "conflict",
      found.kind
        ? msg(
            "{isOwn, select, true {You already decided this case: {outcome}.} other {{name} already decided this case: {outcome}.}}",
            { isOwn, name, outcome: sanctionNames[found.kind] },
          )
        : msg(
            "{isOwn, select, true {You already decided this case.} other {{name} already decided this case.}}",
            {
              isOwn,
              name,
            },
          ),
    );
  }
  return found;
}

type OpenCase = Awaited<ReturnType<typeof findOpenCase>>;

/** The refusal for an open case that another moderator has. */
export function notTheirsRefusal(found: OpenCase): Refusal {
  const isFree = found.claimedBy === null;
  const claim = isFree
    ? msg("Claim this case first.")
    : msg("{name} is working on this case.", { name: found.claimer });
  return new Refusal("conflict", barredFrom(found) ?? claim);
}
