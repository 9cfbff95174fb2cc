// Cases of notices that name no member, until a moderator finds out who it is.
import { caseMessage, moderationCase, report } from "db/schema";
import { transaction } from "db/transaction.server";
import { eq } from "drizzle-orm";
import { findOpenCase, notTheirsRefusal } from "~/models/safety/case/case-claim.server";
import { logAction } from "~/models/safety/moderation-log.server";
import { keepEvidence, openCase } from "~/models/safety/report.server";
import { notFoundRefusal, Refusal } from "~/refusal";
import { findTarget } from "./notice-target.server";

const NOTHING_THERE = "There's no member, photo, playlist or message at this address.";

/**
 * Moves the notice of a case without a member, which the moderator has claimed, and its notes to the open case of the member
 * behind this address, with a snapshot. That case is out of their sight if they are the member. Refuses an unknown case and one with a
 * member (absent), one that isn't theirs (conflict), and an address where nothing is (invalid).
 */
export async function assignCase(moderatorId: number, id: string, address: string): Promise<void> {
  await transaction(async (tx) => {
    const found = await findOpenCase(tx, moderatorId, id);
    if (found.memberId !== null) throw notFoundRefusal();
    if (found.isReporter || found.claimedBy !== moderatorId) throw notTheirsRefusal(found);
    const target = await findTarget(tx, address);
    if (!target) throw new Refusal("invalid", NOTHING_THERE);
    const [row] = await tx.select().from(moderationCase).where(eq(moderationCase.id, id));
    if (!row) throw notFoundRefusal();
    const { memberId, about } = target;
    const caseId = await openCase(tx, memberId, row);
    const reports = await tx.select({ id: report.id }).from(report).where(eq(report.caseId, id));
    for (const { id: reportId } of reports) {
      await tx
        .update(report)
        .set({ caseId, reportedId: memberId, subject: about.subject, subjectId: about.id })
        .where(eq(report.id, reportId));
      await keepEvidence(tx, { reportId, caseId, reporterId: null, reportedId: memberId, about });
    }
    await tx.update(caseMessage).set({ caseId }).where(eq(caseMessage.caseId, id));
    await tx.delete(moderationCase).where(eq(moderationCase.id, id));
    await logAction(tx, { actorId: moderatorId, action: "assigned", caseId, memberId });
  });
}
