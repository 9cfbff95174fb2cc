// Cases of notices that name no member, until a moderator finds out who it is.
import { caseMessage, moderationCase, notice, report } from "db/schema";
import { transaction } from "db/transaction.server";
import { and, asc, eq, sql } from "drizzle-orm";
import { msg } from "~/language/text";
import { findOpenCase, notTheirsRefusal } from "~/models/safety/case/case-claim.server";
import { keepEvidence, openCase } from "~/models/safety/report.server";
import { logAction } from "~/models/safety/staff/moderation-log.server";
import { notFoundRefusal, Refusal } from "~/refusal";
import { urgencyOf } from "./notice.server";
import { findTarget } from "./notice-target.server";

const NOTHING_THERE = msg("There's no member, photo, playlist or message at this address.");

/**
 * Moves one of the notices of a case without a member, which the moderator has claimed, to the open case of the member behind
 * this address, with a snapshot, together with the notices that say the same. The notes move with the last of them. Returns
 * whether the case still has others. If the moderator is that member, they can't see the member's case. Refuses an unknown case
 * or notice and a case with a member (absent), one that isn't theirs (conflict), and an address that leads to nothing
 * (invalid).
 */
export async function assignCase(
  moderatorId: number,
  id: string,
  { reportId, address }: { reportId: string; address: string },
): Promise<boolean> {
  return transaction(async (tx) => {
    const found = await findOpenCase(tx, moderatorId, id);
    if (found.memberId !== null) throw notFoundRefusal();
    if (found.isReporter || found.claimedBy !== moderatorId) throw notTheirsRefusal(found);
    const isOfCase = eq(report.caseId, id);
    const [chosen] = await tx
      .select({ about: notice.about, words: notice.words })
      .from(report)
      .innerJoin(notice, eq(notice.id, report.noticeId))
      .where(and(eq(report.id, reportId), isOfCase));
    if (!chosen) throw notFoundRefusal();
    const target = await findTarget(tx, address);
    if (!target) throw new Refusal("invalid", NOTHING_THERE);
    const { memberId, about } = target;
    const isAlike = and(eq(notice.about, chosen.about), eq(notice.words, chosen.words));
    const alike = await tx
      .select({ id: report.id, objectedAt: report.createdAt, objectsTo: report.objectsTo, notice })
      .from(report)
      .innerJoin(notice, eq(notice.id, report.noticeId))
      .where(and(isOfCase, isAlike))
      .orderBy(asc(report.createdAt), asc(report.id));
    const urgencies = alike.map(({ notice: { reason, confirmedAt }, objectsTo, objectedAt }) =>
      urgencyOf({ reason, confirmedAt: objectsTo ? objectedAt : confirmedAt }),
    );
    const times = urgencies.flatMap(({ dueAt }) => dueAt?.getTime() ?? []);
    const caseId = await openCase(tx, memberId, {
      severity: Math.max(...urgencies.map(({ severity }) => severity)),
      dueAt: times.length ? new Date(Math.min(...times)) : null,
    });
    const ids = JSON.stringify(alike.map(({ id }) => id));
    await tx
      .update(report)
      .set({ caseId, reportedId: memberId, subject: about.subject, subjectId: about.id })
      .where(sql`${report.id} in (select value from json_each(${ids}))`);
    // The others are about the same thing at the same moment.
    const [oldest] = alike;
    if (oldest)
      await keepEvidence(tx, {
        ...{ reportId: oldest.id, caseId, reporterId: null, reportedId: memberId, about },
      });
    await logAction(tx, { actorId: moderatorId, action: "assigned", caseId, memberId });
    if (await tx.$count(report, isOfCase)) return true;
    await tx.update(caseMessage).set({ caseId }).where(eq(caseMessage.caseId, id));
    await tx.delete(moderationCase).where(eq(moderationCase.id, id));
    return false;
  });
}
