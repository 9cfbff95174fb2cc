// Cases of notices that name nothing here, which anybody can send in any number: those of a day, an address or a text are one.
import { moderationCase, notice, report } from "db/schema";
import { hasRow, type Tx } from "db/transaction.server";
import { and, desc, eq, gt, isNotNull, isNull, or, type SQL } from "drizzle-orm";
import { DAY_MS } from "~/durations";
import { msg, t } from "~/language/text";
import { raiseCase, type Urgency } from "~/models/safety/report.server";

/** What such a case is called in the database. */
const UNKNOWN_MEMBER = msg("Unknown member");

/** How many notices of a day that name nothing are as urgent as their reason; more of them wait behind all others. */
const URGENT_IN_DAY = 20;

/** True for a case of notices that name nothing; one of a member who was erased has their name. */
export function isNameless(): SQL | undefined {
  return and(isNull(moderationCase.memberId), eq(moderationCase.memberName, UNKNOWN_MEMBER.text));
}

/** What a case is called, to moderators. */
export function shownName(memberName: string): string {
  return memberName === UNKNOWN_MEMBER.text ? t(UNKNOWN_MEMBER) : memberName;
}

/**
 * Finds or opens the case of a notice that names nothing here, and returns its id: one of the last day, or one with a notice of
 * the same address or words. What a moderator works on gets no more, because the outcome would be about what they haven't read.
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

/** How many notices that name nothing have come since, without those whose member a moderator has found out. */
async function countSince(tx: Tx, since: Date): Promise<number> {
  const isOne = and(isNotNull(report.noticeReason), isNull(report.reportedId), gt(report.createdAt, since));
  return tx.$count(tx.select({ id: report.id }).from(report).where(isOne).limit(URGENT_IN_DAY));
}
