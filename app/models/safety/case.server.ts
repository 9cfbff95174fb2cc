// Cases: the queue, one case with its evidence, and claiming, releasing and deciding it.
import { randomUUID } from "node:crypto";
import { db } from "db/client.server";
import type { RemovedContent } from "db/column-types";
import { appeal, evidence, member, moderationCase, report, sanction } from "db/schema";
import { type Tx, transaction } from "db/transaction.server";
import { and, asc, type Column, desc, eq, exists, isNull, type SQL, sql } from "drizzle-orm";
import { alias } from "drizzle-orm/sqlite-core";
import { DAY_MS, HOUR_MS } from "~/durations";
import { publish } from "~/live/publish.server";
import { splitPage } from "~/models/cursor";
import { endConnectionsBySanction } from "~/models/match/connection-end.server";
import { hashStoredPicture } from "~/models/picture/picture-hash.server";
import { notFoundRefusal, Refusal } from "~/refusal";
import {
  type CasePage,
  type CaseReport,
  type CaseRow,
  type MemberState,
  OWN_REPORT,
  type ReporterRecord,
} from "./case";
import type { QueueCursor, SanctionInput } from "./case-schema";
import { fullName, logAction } from "./moderation-log.server";
import { closeReports } from "./report.server";
import { sanctionNames } from "./sanction";
import {
  applySanctions,
  endsConnections,
  listRemovable,
  listSanctions,
  removeContent,
  toSanctionDto,
} from "./sanction.server";
import { isStaff, reloadStaff } from "./staff.server";
import { addStrike, hashPerson, listStrikes } from "./strike.server";

const PAGE_SIZE = 25;
const SEVERITIES = [2, 1, 0];
/** How long a claim without a sanction keeps other moderators out. */
const CLAIM_MS = 2 * HOUR_MS;

const claimer = alias(member, "claimer");
const moderator = alias(member, "moderator");

/**
 * Open cases, most severe first, then oldest, 25 per page, with the next page's cursor. Leaves out the case about the
 * moderator.
 */
export async function listCases(
  moderatorId: number,
  start?: QueueCursor,
): Promise<{ cases: CaseRow[]; next?: { cursor: string } }> {
  const rows: Awaited<ReturnType<typeof listSeverity>> = [];
  for (const severity of SEVERITIES) {
    if (start && severity > start.severity) continue;
    const later = start && severity === start.severity ? isAfter(start) : undefined;
    // One severity at a time, in the order of the index.
    if (rows.length <= PAGE_SIZE)
      rows.push(...(await listSeverity(moderatorId, severity, PAGE_SIZE + 1 - rows.length, later)));
  }
  const { page, next } = splitPage(rows, PAGE_SIZE, ({ severity, openedAt, id }) => ({
    severity,
    at: openedAt.getTime(),
    id,
  }));
  return {
    cases: page.map(({ openedAt, claimedById, claimedBy, reasons, ...row }) => ({
      ...row,
      openedAt: openedAt.toISOString(),
      reasons: JSON.parse(reasons),
      claimedBy: claimedById === null ? null : claimedBy,
      isMine: claimedById === moderatorId,
    })),
    next,
  };
}

function listSeverity(moderatorId: number, severity: number, limit: number, later: SQL | undefined) {
  const ofCase = eq(report.caseId, moderationCase.id);
  return db
    .select({
      id: moderationCase.id,
      memberName: moderationCase.memberName,
      severity: moderationCase.severity,
      openedAt: moderationCase.openedAt,
      claimedById: moderationCase.claimedBy,
      claimedBy: fullName(claimer),
      reportCount: sql<number>`(select count(*) from ${report} where ${ofCase})`,
      reasons: sql<string>`(select json_group_array(distinct ${report.reason}) from ${report} where ${ofCase})`,
    })
    .from(moderationCase)
    .leftJoin(claimer, eq(claimer.id, moderationCase.claimedBy))
    .where(
      and(
        isNull(moderationCase.closedAt),
        eq(moderationCase.severity, severity),
        isNotAbout(moderatorId),
        later,
      ),
    )
    .orderBy(asc(moderationCase.openedAt), asc(moderationCase.id))
    .limit(limit);
}

function isAfter({ at, id }: QueueCursor): SQL {
  return sql`(${moderationCase.openedAt}, ${moderationCase.id}) > (${at}, ${id})`;
}

/** Opens a case and logs the view; undefined if it is unknown or about this moderator. */
export async function viewCase(moderatorId: number, id: string): Promise<CasePage | undefined> {
  const isCase = and(eq(moderationCase.id, id), isNotAbout(moderatorId));
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
  if (!found) return undefined;
  await logAction(db, { actorId: moderatorId, action: "viewed", caseId: id, memberId: found.case.memberId });
  const reports = await db
    .select({ report, snapshot: evidence.snapshot, reporterName: fullName(member), reporterId: member.id })
    .from(report)
    .innerJoin(moderationCase, eq(moderationCase.id, report.caseId))
    .leftJoin(evidence, eq(evidence.reportId, report.id))
    .leftJoin(member, eq(member.id, report.reporterId))
    .where(isCase)
    .orderBy(desc(report.createdAt), report.id);
  const { member: person, case: row } = found;
  const [records, earlier, strikes, removable] = await Promise.all([
    countOutcomes(reports.flatMap(({ reporterId }) => reporterId ?? [])),
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
    member: person && {
      id: String(person.id),
      joinedAt: person.createdAt.toISOString(),
      state: stateOf(person),
      bio: person.bio,
    },
    claimedBy: row.claimedBy === null ? null : found.claimer,
    isMine: row.claimedBy === moderatorId,
    canClaim: !row.claimedAt || !found.hasClaimer || row.claimedAt.getTime() < Date.now() - CLAIM_MS,
    isReporter: Boolean(found.isReporter),
    reports: reports.map(({ report: { id, createdAt, subject, reason, words }, ...rest }): CaseReport => {
      const record = rest.reporterId === null ? undefined : records.get(rest.reporterId);
      return {
        id,
        createdAt: createdAt.toISOString(),
        subject,
        reason,
        words,
        reporter: record ? { name: rest.reporterName, ...record } : null,
        snapshot: rest.snapshot,
      };
    }),
    sanction: found.sanction && {
      ...toSanctionDto({ sanction: found.sanction, appeal: found.appeal }),
      moderator: found.sanction.moderatorId === null ? null : found.moderator,
    },
    earlier: earlier.filter(({ caseId }) => caseId !== id),
    strikes: strikes.filter(({ caseId }) => caseId === null || !ownCases.has(caseId)),
    removable: [...new Set(removable.map(({ kind }) => kind))],
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

/**
 * Decides a case that the moderator has claimed and applies the sanction.
 * Refuses an unknown case (absent), one that is decided, not claimed by the moderator (conflict, naming who has it) or
 * reported by the moderator (conflict), and removing missing content (invalid).
 */
export async function decideCase(moderatorId: number, id: string, input: SanctionInput): Promise<void> {
  const kinds = input.kind === "removal" ? removalsOf(input) : [];
  // Files are read before the transaction, which waits for nothing else.
  const hashes = await hashPictures(await listPictures(id, kinds));
  await transaction(async (tx) => {
    const found = await findOpenCase(tx, moderatorId, id);
    if (found.isReporter || found.claimedBy !== moderatorId) throw notTheirsRefusal(found);
    const { memberId } = found;
    const [person] = memberId === null ? [] : await tx.select().from(member).where(eq(member.id, memberId));
    const removed = person ? await listRemovable(person.id, id, kinds, tx) : [];
    if (input.kind === "removal" && !removed.length)
      throw new Refusal("invalid", "What you chose to remove no longer exists.", {
        kind: "What you chose to remove no longer exists",
      });
    const now = new Date();
    const { kind, rule, statement } = input;
    const endsAt = kind === "suspend" ? new Date(now.getTime() + Number(input.days) * DAY_MS) : null;
    const decided = { id: randomUUID(), caseId: id, kind, removed, startsAt: now };
    await tx.insert(sanction).values({ ...decided, memberId, moderatorId, rule, statement, endsAt });
    await tx.update(moderationCase).set({ closedAt: now }).where(eq(moderationCase.id, id));
    await closeReports(tx, id, kind === "none" ? "dismissed" : "acted", now);
    const detail = sanctionNames[kind];
    await logAction(tx, { actorId: moderatorId, action: "decided", caseId: id, memberId, detail });
    await reloadStaff(tx, memberId);
    if (!person || kind === "none") return;
    await publish(tx, "sanction", { id: decided.id, memberId: person.id });
    await addStrike(tx, decided, person);
    await removeContent(tx, person.id, decided, hashes);
    if (endsConnections(kind)) await endConnectionsBySanction(tx, decided.id, person.id);
    await applySanctions(tx, person.id, now, { contacts: kind === "removal" });
  });
}

/** The pictures of these kinds that a decision on a case can remove. */
async function listPictures(id: string, kinds: RemovedContent["kind"][]): Promise<string[]> {
  const [person] = await db
    .select({ photo: member.photoId, cover: member.coverId })
    .from(moderationCase)
    .innerJoin(member, eq(member.id, moderationCase.memberId))
    .where(eq(moderationCase.id, id));
  return kinds.flatMap((kind) => ((kind === "photo" || kind === "cover") && person?.[kind]) || []);
}

function removalsOf(input: SanctionInput): RemovedContent["kind"][] {
  return (["photo", "cover", "bio", "playlist", "notes"] as const).filter((kind) => input[kind]);
}

/** The hashes of pictures whose files can be read. */
async function hashPictures(ids: string[]): Promise<{ pictureId: string; hash: string }[]> {
  const hashes = await Promise.all(
    ids.map(async (pictureId) => (await hashStoredPicture(pictureId)).map((hash) => ({ pictureId, hash }))),
  );
  return hashes.flat();
}

/** An open case. Refuses one that is unknown or about the moderator (absent), or decided (conflict). */
async function findOpenCase(tx: Tx, moderatorId: number, id: string) {
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
function notTheirsRefusal({ isReporter, claimedBy, claimer }: OpenCase): Refusal {
  if (isReporter) return new Refusal("conflict", OWN_REPORT);
  if (claimedBy === null) return new Refusal("conflict", "Claim this case first.");
  return new Refusal("conflict", `${claimer} is working on this case.`);
}

/** True for cases about other members, so that moderators can't judge themselves or learn who reported them. */
function isNotAbout(moderatorId: number): SQL {
  return sql`${moderationCase.memberId} is not ${moderatorId}`;
}

/** True for a `moderationCase` with a report by this member. */
function hasReported(memberId: Column | number): SQL {
  return exists(
    db
      .select({ id: report.id })
      .from(report)
      .where(and(eq(report.caseId, moderationCase.id), eq(report.reporterId, memberId))),
  );
}
