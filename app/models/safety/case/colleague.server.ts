// Which moderators may act in a case: not its member, nor whoever reported it, sent the notice, or decided the outcome it
// objects to.
import { db } from "db/client.server";
import { member, moderationCase, notice, report, sanction, staff } from "db/schema";
import { type Database, hasRow } from "db/transaction.server";
import {
  and,
  asc,
  type Column,
  eq,
  exists,
  isNotNull,
  isNull,
  ne,
  not,
  or,
  type SQL,
  sql,
} from "drizzle-orm";
import { alias } from "drizzle-orm/sqlite-core";
import { env } from "~/env.server";
import { fullName } from "~/models/safety/staff/moderation-log.server";

const earlier = alias(report, "earlier");
const colleague = alias(staff, "colleague");
const colleagueMember = alias(member, "colleague_member");

/**
 * True for a case with a report by this member, or with a notice from their account or, once a mail has confirmed it, their
 * address. Unconfirmed, anybody could type all moderators' addresses and keep everybody from the case.
 */
export function hasReportBy(caseId: Column, memberId: Column | number): SQL {
  const hasAddress = hasRow(
    member,
    and(eq(member.id, memberId), eq(sql`lower(${member.email})`, notice.email)),
  );
  const isConfirmed = env.mail ? isNotNull(notice.confirmedAt) : sql`false`;
  const isSender = or(eq(notice.memberId, memberId), and(isConfirmed, hasAddress));
  const isTheirs = or(
    eq(report.reporterId, memberId),
    hasRow(notice, and(eq(notice.id, report.noticeId), isSender)),
  );
  return hasRow(report, and(eq(report.caseId, caseId), isTheirs));
}

/** The other moderators who may act in a case about a member, for a query that has both columns. */
export function selectColleagues(
  moderatorId: number,
  caseId: Column,
  memberId: Column,
  on: Database = db,
  which?: SQL,
) {
  return on
    .select({ id: colleague.memberId, name: fullName(colleagueMember) })
    .from(colleague)
    .innerJoin(colleagueMember, eq(colleagueMember.id, colleague.memberId))
    .where(
      and(
        ne(colleague.memberId, moderatorId),
        isNull(colleagueMember.withdrawnAt),
        sql`${colleague.memberId} is not ${memberId}`,
        not(hasReportBy(caseId, colleague.memberId)),
        which,
      ),
    )
    .$dynamic();
}

/** The other moderators who may act in a case, by name. */
export async function listColleagues(
  on: Database,
  moderatorId: number,
  caseId: string,
): Promise<{ id: string; name: string }[]> {
  const rows = await selectColleagues(moderatorId, moderationCase.id, moderationCase.memberId, on)
    .innerJoin(moderationCase, eq(moderationCase.id, caseId))
    .orderBy(asc(colleagueMember.firstName), asc(colleagueMember.id));
  return rows.map(({ id, name }) => ({ id: String(id), name }));
}

/**
 * True for a `moderationCase` with an objection to this moderator's outcome, if another moderator could look at it. If it has
 * objections to the outcomes of all moderators, any of them can.
 */
export function isAgainstOutcomeOf(moderatorId: number): SQL {
  const objectsToOneOf = (who: Column | number) =>
    exists(
      db
        .select({ id: report.id })
        .from(report)
        .innerJoin(earlier, eq(earlier.id, report.objectsTo))
        .innerJoin(sanction, eq(sanction.caseId, earlier.caseId))
        .where(and(eq(report.caseId, moderationCase.id), eq(sanction.moderatorId, who))),
    );
  const { id, memberId } = moderationCase;
  const others = selectColleagues(moderatorId, id, memberId, db, not(objectsToOneOf(colleague.memberId)));
  return sql`(${objectsToOneOf(moderatorId)} and ${exists(others)})`;
}
