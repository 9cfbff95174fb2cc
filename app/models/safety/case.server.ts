// One case with its evidence, for the moderator who claims it.
import { db } from "db/client.server";
import { hasRow } from "db/has-row.server";
import type { Given } from "db/prepared.server";
import { appeal, evidence, member, moderationCase, report, sanction } from "db/schema";
import { type Tx, transaction } from "db/transaction.server";
import { and, type Column, desc, eq, type SQL, sql } from "drizzle-orm";
import { alias } from "drizzle-orm/sqlite-core";
import { HOUR_MS } from "~/durations";
import { toPromptDtos } from "~/models/member/prompt";
import { notFoundRefusal, Refusal } from "~/refusal";
import { type CasePage, type CaseReport, type MemberState, OWN_REPORT, type ReporterRecord } from "./case";
import { listRemovable } from "./content-removal.server";
import { fullName, logAction } from "./moderation-log.server";
import { sanctionNames } from "./sanction";
import { listSanctions, toSanctionDto } from "./sanction.server";
import { isStaff, reloadStaff } from "./staff.server";
import { hashPerson, listStrikes } from "./strike.server";

/** How long a claim without a sanction keeps other moderators out. */
const CLAIM_MS = 2 * HOUR_MS;

/** The moderator who has a case, in a statement. */
export const claimer = alias(member, "claimer");
const moderator = alias(member, "moderator");

/** Opens a case and logs the view; undefined if it is unknown or about this moderator. */
export async function viewCase(moderatorId: number, id: string): Promise<CasePage | undefined> {
  const isCase = and(eq(moderationCase.id, id), isNotAbout(moderatorId));
  const found = await findCase(moderatorId, isCase);
  if (!found) return undefined;
  const { member: person, case: row } = found;
  await logAction(db, { actorId: moderatorId, action: "viewed", caseId: id, memberId: row.memberId });
  const [reports, earlier, strikes, removable] = await Promise.all([
    listReports(isCase),
    person ? listSanctions(person.id) : [],
    person ? listStrikes(hashPerson(person)) : [],
    person && !row.closedAt ? listRemovable(person.id, id) : [],
  ]);
  const ownCases = new Set(earlier.map(({ caseId }) => caseId));
  return {
    id,
    memberName: row.memberName,
    severity: row.severity,
    openedAt: row.openedAt.toISOString(),
    closedAt: row.closedAt?.toISOString() ?? null,
    member: person && toCaseMember(person),
    claimedBy: row.claimedBy === null ? null : found.claimer,
    isMine: row.claimedBy === moderatorId,
    canClaim: !row.claimedAt || !found.hasClaimer || row.claimedAt.getTime() < Date.now() - CLAIM_MS,
    isReporter: Boolean(found.isReporter),
    reports,
    sanction: found.sanction && {
      ...toSanctionDto({ sanction: found.sanction, appeal: found.appeal }),
      moderator: found.sanction.moderatorId === null ? null : found.moderator,
    },
    earlier: earlier.filter(({ caseId }) => caseId !== id),
    strikes: strikes.filter(({ caseId }) => caseId === null || !ownCases.has(caseId)),
    ...sortRemovable(removable),
  };
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
      isReporter: sql<number>`${hasReported(moderatorId)}`,
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

/** The reports of a case, newest first, each with its evidence and the reporter's record. */
async function listReports(isCase: SQL | undefined): Promise<CaseReport[]> {
  const rows = await db
    .select({
      report,
      snapshot: evidence.snapshot,
      attachments: sql<string>`(select json_group_array(attachment_id) from evidence_attachment where report_id = ${report.id})`,
      reporterName: fullName(member),
      reporterId: member.id,
    })
    .from(report)
    .innerJoin(moderationCase, eq(moderationCase.id, report.caseId))
    .leftJoin(evidence, eq(evidence.reportId, report.id))
    .leftJoin(member, eq(member.id, report.reporterId))
    .where(isCase)
    .orderBy(desc(report.createdAt), report.id);
  const records = await countOutcomes(rows.flatMap(({ reporterId }) => reporterId ?? []));
  return rows.map(({ report: { id, createdAt, subject, reason, words }, ...rest }) => {
    const record = rest.reporterId === null ? undefined : records.get(rest.reporterId);
    return {
      ...{ id, subject, reason, words },
      createdAt: createdAt.toISOString(),
      reporter: record ? { name: rest.reporterName, ...record } : null,
      snapshot: rest.snapshot,
      attachments: JSON.parse(rest.attachments),
    };
  });
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

/** What can be removed as a whole, and photos, which are removed one by one. */
function sortRemovable(
  removable: Awaited<ReturnType<typeof listRemovable>>,
): Pick<CasePage, "removable" | "removablePhotos" | "removableChatPhotos"> {
  const kinds = removable.flatMap(({ kind }) => (kind === "morePhoto" || kind === "chatPhoto" ? [] : kind));
  return {
    removable: [...new Set(kinds)],
    removablePhotos: removable.flatMap((content) => (content.kind === "morePhoto" ? content.pictureId : [])),
    removableChatPhotos: removable.flatMap((content) =>
      content.kind === "chatPhoto" ? content.messageId : [],
    ),
  };
}

/** Whether a sanction or the member's own choice keeps them out of sight, and how. */
export function stateOf(row: typeof member.$inferSelect): MemberState {
  return {
    isDeleted: row.deletedAt !== null,
    isHidden: row.hiddenAt !== null,
    isSuspended: row.suspendedAt !== null,
    until: row.suspendedUntil?.toISOString() ?? null,
  };
}

/** Counts the outcomes of all reports these members filed. */
async function countOutcomes(reporterIds: number[]): Promise<Map<number, ReporterRecord>> {
  const rows = await db
    .select({
      reporterId: sql<number>`${report.reporterId}`,
      open: sql<number>`count(*) filter (where ${report.outcome} is null)`,
      upheld: sql<number>`count(*) filter (where ${report.outcome} = 'acted')`,
      dismissed: sql<number>`count(*) filter (where ${report.outcome} = 'dismissed')`,
    })
    .from(report)
    .where(sql`${report.reporterId} in (select value from json_each(${JSON.stringify(reporterIds)}))`)
    .groupBy(report.reporterId);
  return new Map(rows.map(({ reporterId, ...counts }) => [reporterId, counts]));
}

/**
 * Claims an open case; claiming it again changes nothing. Takes over claims older than two hours and those of former
 * moderators.
 * Refuses an unknown case (absent) and one that is closed, claimed by someone else or reported by the moderator (conflict).
 */
export async function claimCase(moderatorId: number, id: string): Promise<void> {
  await transaction(async (tx) => {
    const found = await findOpenCase(tx, moderatorId, id);
    const { claimedBy, claimedAt } = found;
    if (found.isReporter) throw notTheirsRefusal(found);
    if (claimedBy === moderatorId) {
      await tx.update(moderationCase).set({ claimedAt: new Date() }).where(eq(moderationCase.id, id));
      return;
    }
    const isStale = claimedAt && claimedAt.getTime() < Date.now() - CLAIM_MS;
    if (claimedBy !== null && found.hasClaimer && !isStale) throw notTheirsRefusal(found);
    await tx
      .update(moderationCase)
      .set({ claimedBy: moderatorId, claimedAt: new Date() })
      .where(eq(moderationCase.id, id));
    await logAction(tx, { actorId: moderatorId, action: "claimed", caseId: id, memberId: found.memberId });
    await reloadStaff(tx, found.memberId);
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
    await reloadStaff(tx, memberId);
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
      isReporter: sql<number>`${hasReported(moderatorId)}`,
    })
    .from(moderationCase)
    .leftJoin(claimer, eq(claimer.id, moderationCase.claimedBy))
    .leftJoin(sanction, eq(sanction.caseId, moderationCase.id))
    .leftJoin(moderator, eq(moderator.id, sanction.moderatorId))
    .where(and(eq(moderationCase.id, id), isNotAbout(moderatorId)));
  if (!found) throw notFoundRefusal();
  if (found.closedAt) {
    const name = found.moderatorId === moderatorId ? "You" : (found.moderator ?? "Another moderator");
    const sanctioned = found.kind ? `: ${sanctionNames[found.kind]}` : "";
    throw new Refusal("conflict", `${name} already decided this case${sanctioned}.`);
  }
  return found;
}

type OpenCase = Awaited<ReturnType<typeof findOpenCase>>;

/** Why a moderator can't go on with an open case that isn't theirs. */
export function notTheirsRefusal({ isReporter, claimedBy, claimer }: OpenCase): Refusal {
  if (isReporter) return new Refusal("conflict", OWN_REPORT);
  if (claimedBy === null) return new Refusal("conflict", "Claim this case first.");
  return new Refusal("conflict", `${claimer} is working on this case.`);
}

/** True for cases about other members, so that moderators can't judge themselves or learn who reported them. */
export function isNotAbout(moderatorId: Given<number>): SQL {
  return sql`${moderationCase.memberId} is not ${moderatorId}`;
}

/** True for a `moderationCase` with a report by this member. */
function hasReported(memberId: Column | number): SQL {
  return hasRow(report, and(eq(report.caseId, moderationCase.id), eq(report.reporterId, memberId)));
}
