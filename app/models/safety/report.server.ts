// Reports: filed with a snapshot, listed for their reporters, and closed by a sanction.
import { randomUUID } from "node:crypto";
import { db } from "db/client.server";
import type { ReportOutcome, ReportSubject } from "db/column-types";
import {
  conversation,
  evidence,
  evidencePicture,
  member,
  message,
  moderationCase,
  playlist,
  report,
} from "db/schema";
import { type Database, type Tx, transaction } from "db/transaction.server";
import { and, desc, eq, exists, inArray, isNull, lt, ne, not, or, type SQL, sql } from "drizzle-orm";
import { alias } from "drizzle-orm/sqlite-core";
import { DAY_MS, EVIDENCE_DAYS } from "~/durations";
import { publish } from "~/live/publish.server";
import { canSee, canView, hasBlocked } from "~/models/availability.server";
import { EXCERPT_LENGTH } from "~/models/conversation/conversation";
import { isReportable } from "~/models/conversation/ended-conversation.server";
import { splitPage, type TimedCursor } from "~/models/cursor";
import { pairOf } from "~/models/pair";
import { otherMemberId } from "~/models/pair.server";
import { canViewPlaylist } from "~/models/playlist/playlist.server";
import { FORMER_MEMBER } from "~/models/public-member";
import { consumeRateLimit } from "~/models/rate-limit.server";
import { hasGameWith } from "~/models/trivia/trivia.server";
import { notFoundRefusal } from "~/refusal";
import { addBlock } from "./block.server";
import { findFlaggedMessages, snapshot, snapshotPictures } from "./evidence.server";
import { fullName, logAction } from "./moderation-log.server";
import {
  type ReportAbout,
  type ReportableMessage,
  type ReportDto,
  reasonLabels,
  severities,
  subjectLabels,
} from "./report";
import type { ReportInput } from "./report-schema";
import { reloadStaff } from "./staff.server";

const PAGE_SIZE = 50;
const MESSAGES_SIZE = 20;

const shownFirstName = sql<string>`iif(${member.deletedAt} is null, coalesce(${member.firstName}, ${FORMER_MEMBER}), ${FORMER_MEMBER})`;

/**
 * Files a report with a snapshot of what it is about and blocks the reported member if asked, all in one batch.
 * Reporting the same thing again while the report is open returns that report. Refuses anything the member can't see
 * and has no part in (absent), and more than 20 reports a day (too-many).
 */
export async function fileReport(
  reporterId: number,
  { about, reason, words, alsoBlock }: ReportInput,
): Promise<{ report: ReportDto; isNew: boolean }> {
  await consumeRateLimit("report", reporterId);
  const found = await findReported(reporterId, about);
  if (!found) throw notFoundRefusal();
  // A long chat is searched a few messages at a time, which a transaction can't wait for.
  const flagged = await findFlaggedMessages(reporterId, found.id);
  return transaction(async (tx) => {
    const reported = await findReported(reporterId, about, tx);
    if (!reported) throw notFoundRefusal();
    if (!reported.isReported) {
      const caseId = await joinCase(tx, reported.id, severities[reason]);
      await addReport(tx, { caseId, reporterId, reportedId: reported.id, about, reason, words, flagged });
    }
    if (alsoBlock) await addBlock(tx, reporterId, reported.id);
    const [saved] = await selectReports(isOpenReport(reporterId, about), 1, tx);
    if (!saved) throw notFoundRefusal();
    return { report: toReportDto(saved), isNew: !reported.isReported };
  });
}

/** The id of a member's open case, or of a new one, which is now at least this severe. */
async function joinCase(tx: Tx, memberId: number, severity: number): Promise<string> {
  const isOpen = and(eq(moderationCase.memberId, memberId), isNull(moderationCase.closedAt));
  const [open] = await tx
    .update(moderationCase)
    .set({ severity: sql`max(${moderationCase.severity}, ${severity})` })
    .where(isOpen)
    .returning({ id: moderationCase.id });
  if (open) return open.id;
  const [person] = await tx
    .select({ name: fullName(member) })
    .from(member)
    .where(eq(member.id, memberId));
  const opened = {
    id: randomUUID(),
    memberId,
    memberName: person?.name ?? "",
    severity,
    openedAt: new Date(),
  };
  await tx.insert(moderationCase).values(opened);
  return opened.id;
}

type NewReport = Pick<ReportInput, "about" | "reason" | "words"> & {
  caseId: string;
  reporterId: number;
  reportedId: number;
  /** The messages that the snapshot includes however many there are. */
  flagged: number[];
};

/** Adds a report with a snapshot of what it is about, and tells the staff. */
async function addReport(
  tx: Tx,
  { caseId, reporterId, reportedId, about, reason, words, flagged }: NewReport,
): Promise<void> {
  const id = randomUUID();
  const { subject, id: subjectId } = about;
  await tx.insert(report).values({
    ...{ id, caseId, reporterId, reportedId, subject, subjectId, reason, words },
    createdAt: new Date(),
  });
  await tx
    .insert(evidence)
    .values({ reportId: id, snapshot: snapshot(reporterId, reportedId, about, flagged) });
  await tx.insert(evidencePicture).select(snapshotPictures(id, reportedId, about));
  const detail = `${subjectLabels[subject]} (${reasonLabels[reason]})`;
  await logAction(tx, { actorId: reporterId, action: "reported", caseId, memberId: reportedId, detail });
  await reloadStaff(tx, reportedId);
}

/**
 * The member behind what is about to be reported, whether it is already reported, and whether they are blocked;
 * undefined if it can't be reported.
 */
export async function findReported(
  reporterId: number,
  about: ReportAbout,
  on: Database = db,
): Promise<{ id: number; firstName: string; isReported: boolean; isBlocked: boolean } | undefined> {
  const [open] = await on
    .select(reportedColumns(reporterId))
    .from(report)
    .innerJoin(member, eq(member.id, report.reportedId))
    .where(isOpenReport(reporterId, about));
  const found = open ?? (await findReportable(reporterId, about, on));
  return found && { ...found, isReported: open !== undefined, isBlocked: Boolean(found.isBlocked) };
}

/**
 * A page of the other member's messages in a conversation that the reporter can report but no longer open, newest first,
 * with the id that the next page ends before. None where the chat itself can be opened.
 */
export async function listReportableMessages(
  reporterId: number,
  conversationId: string,
  before?: string,
): Promise<{ messages: ReportableMessage[]; before?: string }> {
  const cursor = alias(message, "cursor");
  const sequenceOf = (id: string) =>
    sql`${db
      .select({ sequence: cursor.sequence })
      .from(cursor)
      .where(and(eq(cursor.id, id), eq(cursor.conversationId, conversationId)))}`;
  const rows = await db
    .select({
      id: message.id,
      excerpt: sql<string>`iif(length(${message.content}) > ${EXCERPT_LENGTH},
        substr(${message.content}, 1, ${EXCERPT_LENGTH - 1}) || '…', ${message.content})`,
      createdAt: message.createdAt,
    })
    .from(conversation)
    .innerJoin(message, eq(message.conversationId, conversation.id))
    .where(
      and(
        eq(conversation.id, conversationId),
        isReportable(reporterId),
        not(canView(reporterId) as SQL),
        ne(message.senderId, reporterId),
        before === undefined ? undefined : lt(message.sequence, sequenceOf(before)),
      ),
    )
    .orderBy(desc(message.sequence))
    .limit(MESSAGES_SIZE + 1);
  const page = rows.slice(0, MESSAGES_SIZE);
  const messages = page.map((row) => ({ ...row, createdAt: row.createdAt.toISOString() }));
  return { messages, before: rows.length > MESSAGES_SIZE ? page.at(-1)?.id : undefined };
}

function reportedColumns(reporterId: number) {
  return {
    id: member.id,
    firstName: shownFirstName,
    isBlocked: sql<number>`${hasBlocked(reporterId, member.id)}`,
  };
}

/** The member this belongs to, if `reporterId` may report it. */
async function findReportable(reporterId: number, { subject, id }: ReportAbout, on: Database) {
  const otherId = otherMemberId(conversation, reporterId);
  const conditions: Record<ReportSubject, () => SQL | undefined> = {
    member: () => and(eq(member.id, Number(id)), isKnown(reporterId, Number(id))),
    photo: () => and(eq(member.id, Number(id)), isKnown(reporterId, Number(id))),
    conversation: () =>
      inArray(
        member.id,
        db
          .select({ id: otherId })
          .from(conversation)
          .where(and(eq(conversation.id, id), isReportable(reporterId))),
      ),
    message: () =>
      inArray(
        member.id,
        db
          .select({ id: message.senderId })
          .from(message)
          .innerJoin(conversation, eq(conversation.id, message.conversationId))
          .where(and(eq(message.id, id), isReportable(reporterId))),
      ),
    playlist: () =>
      inArray(
        member.id,
        db
          .select({ id: playlist.ownerId })
          .from(playlist)
          .where(and(eq(playlist.id, id), canViewPlaylist(reporterId))),
      ),
  };
  const [found] = await on
    .select(reportedColumns(reporterId))
    .from(member)
    .where(and(ne(member.id, reporterId), conditions[subject]()));
  return found;
}

/** True for a `member` the other can see, has a conversation or a game with, or has blocked. */
function isKnown(memberId: number, otherId: number): SQL | undefined {
  const pair = pairOf(memberId, otherId);
  const isPair = and(eq(conversation.lowId, pair.lowId), eq(conversation.highId, pair.highId));
  return or(
    canSee(memberId, otherId),
    exists(
      db
        .select({ id: conversation.id })
        .from(conversation)
        .where(and(isPair, isReportable(memberId))),
    ),
    hasGameWith(memberId, otherId),
    hasBlocked(memberId, otherId),
  );
}

function isOpenReport(reporterId: number, { subject, id }: ReportAbout): SQL | undefined {
  return and(
    eq(report.reporterId, reporterId),
    eq(report.subject, subject),
    eq(report.subjectId, id),
    isNull(report.closedAt),
  );
}

/** A member's own reports, newest first, 50 per page, with the next page's cursor. */
export async function listReports(
  memberId: number,
  after?: TimedCursor,
): Promise<{ reports: ReportDto[]; next?: { cursor: string } }> {
  const isOlder = after && sql`(${report.createdAt}, ${report.id}) < (${after.at}, ${after.id})`;
  const rows = await selectReports(and(eq(report.reporterId, memberId), isOlder), PAGE_SIZE + 1);
  const { page, next } = splitPage(rows, PAGE_SIZE, ({ createdAt, id }) => ({ at: createdAt.getTime(), id }));
  return { reports: page.map(toReportDto), next };
}

function selectReports(which: SQL | undefined, limit: number, on: Database = db) {
  return on
    .select({
      id: report.id,
      subject: report.subject,
      subjectId: report.subjectId,
      firstName: shownFirstName,
      reason: report.reason,
      words: report.words,
      createdAt: report.createdAt,
      claimedAt: moderationCase.claimedAt,
      closedAt: report.closedAt,
      outcome: report.outcome,
    })
    .from(report)
    .innerJoin(moderationCase, eq(moderationCase.id, report.caseId))
    .leftJoin(member, eq(member.id, report.reportedId))
    .where(which)
    .orderBy(desc(report.createdAt), desc(report.id))
    .limit(limit);
}

function toReportDto(row: Awaited<ReturnType<typeof selectReports>>[number]): ReportDto {
  const { subjectId, claimedAt, createdAt, closedAt, outcome, ...rest } = row;
  return {
    ...rest,
    about: `${row.subject}:${subjectId}`,
    status: outcome ?? (claimedAt ? "reviewing" : "received"),
    createdAt: createdAt.toISOString(),
    closedAt: closedAt?.toISOString() ?? null,
  };
}

/** Closes a case's open reports: evidence expires after 180 days, and each reporter gets a notice on their next page. */
export async function closeReports(
  tx: Tx,
  caseId: string,
  outcome: ReportOutcome,
  closedAt: Date,
): Promise<void> {
  const open = await tx
    .select({ id: report.id, reporterId: report.reporterId, purgedAt: member.purgedAt })
    .from(report)
    .leftJoin(member, eq(member.id, report.reporterId))
    .where(and(eq(report.caseId, caseId), isNull(report.closedAt)));
  for (const { id, reporterId, purgedAt } of open) {
    // Until the decision, the words outlive the account of whoever wrote them.
    const erased = purgedAt ? { words: "" } : {};
    await tx
      .update(report)
      .set({ outcome, closedAt, ...erased })
      .where(eq(report.id, id));
    if (reporterId === null) continue;
    await tx.update(member).set({ hasReportOutcome: true }).where(eq(member.id, reporterId));
    await publish(tx, "report", { id, reporterId });
  }
  const reports = tx.select({ id: report.id }).from(report).where(eq(report.caseId, caseId));
  const expiresAt = new Date(closedAt.getTime() + EVIDENCE_DAYS * DAY_MS);
  await tx.update(evidence).set({ expiresAt }).where(inArray(evidence.reportId, reports));
}

/** Marks the outcome of a member's reports as shown. */
export async function acknowledgeReportOutcome(memberId: number) {
  await db.update(member).set({ hasReportOutcome: false }).where(eq(member.id, memberId));
}

/** Deletes expired evidence. Its pictures go with the next cleanup of orphaned ones. */
export async function deleteExpiredEvidence(now = Date.now()) {
  const isExpired = lt(evidence.expiresAt, new Date(now));
  const expired = db.select({ id: evidence.reportId }).from(evidence).where(isExpired);
  await transaction(async (tx) => {
    await tx.delete(evidencePicture).where(inArray(evidencePicture.reportId, expired));
    await tx.delete(evidence).where(isExpired);
  });
}
