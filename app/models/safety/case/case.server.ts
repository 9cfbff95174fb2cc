// One case with its evidence, for the moderator who claims it.
import { db } from "db/client.server";
import type { Given } from "db/prepared.server";
import { appeal, member, moderationCase, report, sanction } from "db/schema";
import type { Tx } from "db/transaction.server";
import { and, eq, type SQL, sql } from "drizzle-orm";
import { alias } from "drizzle-orm/sqlite-core";
import { HOUR_MS } from "~/durations";
import { t } from "~/language/text";
import { toPromptDtos } from "~/models/member/prompt";
import { FORMER_MEMBER } from "~/models/public-member";
import type { CaseQuery } from "~/models/safety/case/case-schema";
import { listChoices } from "~/models/safety/evidence/content-removal.server";
import { isNameless, shownName } from "~/models/safety/notice/nameless-case.server";
import { describeClock, isSeenAtOnce } from "~/models/safety/notice/notice";
import { listSanctions, toSanctionDto } from "~/models/safety/sanctions/sanction.server";
import { hashPerson, listStrikes } from "~/models/safety/sanctions/strike.server";
import { fullName, logView } from "~/models/safety/staff/moderation-log.server";
import { isStaff } from "~/models/safety/staff/staff.server";
import { barredFrom, type CasePage, type MemberState } from "./case";
import { readReports } from "./case-report.server";
import { needsNote, readTalk } from "./case-talk.server";
import { hasReportBy, isAgainstOutcomeOf, listColleagues } from "./colleague.server";

/** How long a claim without a sanction keeps other moderators out. */
const CLAIM_MS = 2 * HOUR_MS;

/** The moderator who has a case, in a statement. */
export const claimer = alias(member, "claimer");
export const moderator = alias(member, "moderator");

/** Opens a case with one of its reports, and logs the view; undefined if it is unknown or about this moderator. */
export async function viewCase(
  moderatorId: number,
  id: string,
  query: CaseQuery = {},
): Promise<CasePage | undefined> {
  const isCase = and(eq(moderationCase.id, id), isNotAbout(moderatorId));
  const found = await findCase(moderatorId, isCase);
  if (!found) return undefined;
  const { member: person, case: row } = found;
  await logView({ actorId: moderatorId, action: "viewed", caseId: id, memberId: row.memberId });
  const [reports, earlier, strikes, removable, talk, colleagues, mustWait] = await Promise.all([
    readReports(id, query),
    person ? listSanctions(person.id) : [],
    person ? listStrikes(hashPerson(person)) : [],
    row.closedAt ? [] : listChoices(person, id),
    readTalk(id),
    listColleagues(db, moderatorId, id),
    needsNote(db, moderatorId, id),
  ]);
  const noticeReasons = await listNoticeReasons(id);
  const barred = barredFrom(found);
  const ownCases = new Set(earlier.map(({ caseId }) => caseId));
  return {
    id,
    memberName: shownName(row.memberName),
    severity: row.severity,
    openedAt: row.openedAt.toISOString(),
    clock: row.dueAt && !row.closedAt ? describeClock(row.dueAt.toISOString()) : null,
    hasNotice: noticeReasons.length > 0,
    isNameless: Boolean(found.isNameless),
    isOwnerless: row.memberId === null && !found.isNameless && row.memberName !== FORMER_MEMBER,
    isForCopies: noticeReasons.some(isSeenAtOnce),
    closedAt: row.closedAt?.toISOString() ?? null,
    member: person && toCaseMember(person),
    claimedBy: row.claimedBy === null ? null : found.claimer,
    isMine: row.claimedBy === moderatorId,
    canClaim: isClaimable({ ...row, hasClaimer: found.hasClaimer }),
    barred: barred && t(barred),
    talk,
    hasColleagues: colleagues.length > 0,
    needsNote: mustWait,
    ...reports,
    sanction: found.sanction && {
      ...toSanctionDto({ sanction: found.sanction, appeal: found.appeal }),
      moderator: found.sanction.moderatorId === null ? null : found.moderator,
    },
    earlier: earlier.filter(({ caseId }) => caseId !== id),
    strikes: strikes.filter(({ caseId }) => caseId === null || !ownCases.has(caseId)),
    removable,
  };
}

/** Why the notices of a case were sent. */
export async function listNoticeReasons(caseId: string, on: Pick<Tx, "selectDistinct"> = db) {
  const rows = await on
    .selectDistinct({ reason: report.noticeReason })
    .from(report)
    .where(eq(report.caseId, caseId));
  return rows.flatMap(({ reason }) => reason ?? []);
}

async function findCase(moderatorId: number, isCase: SQL | undefined) {
  const [found] = await db
    .select({
      case: moderationCase,
      member,
      sanction,
      appeal,
      claimer: fullName(claimer),
      moderator: fullName(moderator),
      hasClaimer: sql<number>`${isStaff(moderationCase.claimedBy)}`,
      isNameless: sql<number>`${isNameless()}`,
      isReporter: sql<number>`${hasReportBy(moderationCase.id, moderatorId)}`,
      isOwnOutcome: sql<number>`${isAgainstOutcomeOf(moderatorId)}`,
    })
    .from(moderationCase)
    .leftJoin(member, eq(member.id, moderationCase.memberId))
    .leftJoin(claimer, eq(claimer.id, moderationCase.claimedBy))
    .leftJoin(sanction, eq(sanction.caseId, moderationCase.id))
    .leftJoin(moderator, eq(moderator.id, sanction.moderatorId))
    .leftJoin(appeal, eq(appeal.sanctionId, sanction.id))
    .where(isCase);
  return found;
}

function toCaseMember(person: typeof member.$inferSelect): CasePage["member"] {
  return {
    id: String(person.id),
    joinedAt: person.createdAt.toISOString(),
    state: stateOf(person),
    bio: person.bio,
    prompts: toPromptDtos(person.prompts),
  };
}

/** Whether and how a sanction or the member's own choice keeps them out of sight. */
export function stateOf(row: typeof member.$inferSelect): MemberState {
  return {
    isDeleted: row.deletedAt !== null,
    isHidden: row.hiddenAt !== null,
    isSuspended: row.suspendedAt !== null,
    until: row.suspendedUntil?.toISOString() ?? null,
  };
}

/** True unless somebody who is still a moderator has claimed the case in the last two hours. */
export function isClaimable({
  claimedAt,
  hasClaimer,
}: {
  claimedAt: Date | null;
  hasClaimer: number;
}): boolean {
  return !claimedAt || !hasClaimer || claimedAt.getTime() < Date.now() - CLAIM_MS;
}

/** True for cases about other members, so that moderators can't judge themselves or learn who reported them. */
export function isNotAbout(moderatorId: Given<number>): SQL {
  return sql`${moderationCase.memberId} is not ${moderatorId}`;
}

/** A case with the moderators whom this one, if they have claimed it, can ask; undefined if it is unknown or about this one. */
export async function getCaseForm(moderatorId: number, id: string) {
  const [found] = await db
    .select({ memberName: moderationCase.memberName, claimedBy: moderationCase.claimedBy })
    .from(moderationCase)
    .where(and(eq(moderationCase.id, id), isNotAbout(moderatorId)));
  if (!found) return undefined;
  const isMine = found.claimedBy === moderatorId;
  return {
    id,
    memberName: found.memberName,
    colleagues: isMine ? await listColleagues(db, moderatorId, id) : [],
  };
}
