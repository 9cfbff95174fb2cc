// Cases of notices that name nothing here, which anybody can send in any number: notices of one day, address or text share a
// case.
import { moderationCase, notice, report } from "db/schema";
import { hasRow, type Tx } from "db/transaction.server";
import { and, desc, eq, gt, isNotNull, isNull, or, type SQL } from "drizzle-orm";
import { DAY_MS } from "~/durations";
import { msg, t } from "~/language/text";
import { raiseCase, type Urgency } from "~/models/safety/report.server";

/** The name of such a case in the database. */
const UNKNOWN_MEMBER = msg("Unknown member");

/** This many such notices a day are as urgent as their reason; further ones wait behind all others. */
const URGENT_IN_DAY = 20;

/** True for a case of notices that name nothing; the case of an erased member has their name. */
export function isNameless(): SQL | undefined {
  return and(isNull(moderationCase.memberId), eq(moderationCase.memberName, UNKNOWN_MEMBER.text));
}

/** The name of a case, as moderators see it. */
export function shownName(memberName: string): string {
  return memberName === UNKNOWN_MEMBER.text ? t(UNKNOWN_MEMBER) : memberName;
}

/**
 * Finds or opens the case of a notice that names nothing here, and returns its id: one of the last day, or one with a notice of
 * the same address or text. A case that a moderator works on gets no more notices, because its outcome would be about ones they
 * haven't read.
 */
export async function openNamelessCase(
  tx: Tx,
  { about, words }: Pick<typeof notice.$inferSelect, "about" | "words">,
  urgency: Urgency,
): Promise<string> {
  const dayAgo = new Date(Date.now() - DAY_MS);
  const isUrgent = (await countSince(tx, dayAgo)) < URGENT_IN_DAY;
  const isAlike = and(eq(notice.id, report.noticeId), or(eq(notice.about, about), eq(notice.words, words)));
  const hasAlike = hasRow(report, and(eq(report.caseId, moderationCase.id), hasRow(notice, isAlike)));
  const [open] = await tx
    .select({ id: moderationCase.id })
    .from(moderationCase)
    .where(
      and(
        isNameless(),
        isNull(moderationCase.closedAt),
        isNull(moderationCase.claimedBy),
        or(gt(moderationCase.openedAt, dayAgo), hasAlike),
      ),
    )
    .orderBy(desc(moderationCase.openedAt))
    .limit(1);
  const found = { id: open?.id, memberId: null, memberName: UNKNOWN_MEMBER.text };
  return raiseCase(tx, found, isUrgent ? urgency : { severity: 0, dueAt: null });
}

/** How many notices that name nothing have come since, without those for which a moderator has found the member. */
async function countSince(tx: Tx, since: Date): Promise<number> {
  const isOne = and(isNotNull(report.noticeReason), isNull(report.reportedId), gt(report.createdAt, since));
  return tx.$count(tx.select({ id: report.id }).from(report).where(isOne).limit(URGENT_IN_DAY));
}
