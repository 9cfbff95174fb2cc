// Who can't decide about a notice: the member who sent it, and the moderator whose decision its sender objects to.
import { db } from "db/client.server";
import { member, moderationCase, notice, report, sanction, staff } from "db/schema";
import { hasRow } from "db/transaction.server";
import { and, type Column, eq, exists, isNotNull, isNull, ne, or, type SQL, sql } from "drizzle-orm";
import { alias } from "drizzle-orm/sqlite-core";
import { env } from "~/env.server";

const earlier = alias(report, "earlier");

/**
 * True for a `report` by this member, or for a notice from their account or, once a mail has confirmed it, from their address:
 * members who type those of all moderators would keep everybody from their case.
 */
export function isReportBy(memberId: Column | number): SQL | undefined {
  const hasAddress = hasRow(
    member,
    and(eq(member.id, memberId), eq(sql`lower(${member.email})`, notice.email)),
  );
  const isConfirmed = env.mail ? isNotNull(notice.confirmedAt) : sql`false`;
  const isSender = or(eq(notice.memberId, memberId), and(isConfirmed, hasAddress));
  return or(eq(report.reporterId, memberId), hasRow(notice, and(eq(notice.id, report.noticeId), isSender)));
}

/** True for a `moderationCase` with an objection to a decision of this moderator, if another one could look at it. */
export function isAgainstDecisionOf(moderatorId: number): SQL {
  const decided = db
    .select({ id: report.id })
    .from(report)
    .innerJoin(earlier, eq(earlier.id, report.objectsTo))
    .innerJoin(sanction, eq(sanction.caseId, earlier.caseId))
    .where(and(eq(report.caseId, moderationCase.id), eq(sanction.moderatorId, moderatorId)));
  const others = db
    .select({ id: staff.memberId })
    .from(staff)
    .innerJoin(member, eq(member.id, staff.memberId))
    .where(
      and(
        ne(staff.memberId, moderatorId),
        isNull(member.withdrawnAt),
        sql`${staff.memberId} is not ${moderationCase.memberId}`,
      ),
    );
  return sql`(${exists(decided)} and ${exists(others)})`;
}
