// Reports: filed with a snapshot, listed for their reporters, and closed once their case is decided.
import { randomUUID } from "node:crypto";
import { setImmediate } from "node:timers/promises";
import { db } from "db/client.server";
import type { ReportOutcome } from "db/column-types";
import {
  evidence,
  evidenceAttachment,
  evidenceMessage,
  evidencePicture,
  member,
  moderationCase,
  notice,
  report,
} from "db/schema";
import { deleteInSteps } from "db/steps.server";
import { type Database, type Tx, transaction } from "db/transaction.server";
import { and, desc, eq, inArray, isNotNull, isNull, lt, type SQL, sql } from "drizzle-orm";
import { DAY_MS, EVIDENCE_DAYS } from "~/durations";
import { publish } from "~/live/publish.server";
import { splitPage, type TimedCursor } from "~/models/cursor";
import { queueMail } from "~/models/mail-queue.server";
import { consumeRateLimit } from "~/models/rate-limit.server";
import { notFoundRefusal } from "~/refusal";
import { addBlock } from "./block.server";
import { keepAttachments, keepPictures, readSnapshot, selectLastEvidence } from "./evidence/evidence.server";
import { keepMessages, type Scope } from "./evidence/evidence-messages.server";
import { moderatedContent } from "./evidence/moderated-content.server";
import { findReported, isOpenReport, shownFirstName, toReported } from "./evidence/reported.server";
import { type ReportAbout, type ReportDto, reasonLabels, severities } from "./report";
import type { ReportInput } from "./report-schema";
import { fullName, logAction } from "./staff/moderation-log.server";

const PAGE_SIZE = 50;
/** How many reports are closed in one transaction. */
const CLOSED_REPORTS = 20;
/** How many messages of expired evidence are deleted in one go. */
const DELETED_MESSAGES = 20;

/**
 * Files a report with a snapshot of what it is about and blocks the reported member if asked, all in one transaction.
 * Reporting the same thing again while the report is open returns that report. Refuses anything the member can't see
 * and has no part in (absent), and more than 20 reports a day (too-many).
 */
export async function fileReport(
  reporterId: number,
  { about: named, reason, words, alsoBlock }: ReportInput,
): Promise<{ report: ReportDto; isNew: boolean }> {
  await consumeRateLimit("report", reporterId);
  return transaction(async (tx) => {
    const about = await toReported(tx, named);
    const reported = await findReported(reporterId, about, tx);
    if (!reported) throw notFoundRefusal();
    if (!reported.hasOpenReport) {
      const urgency = { severity: severities[reason], dueAt: null };
      const caseId =
        reported.id === null
          ? await openOwnerlessCase(tx, about, urgency)
          : await openCase(tx, reported.id, urgency);
      await addReport(tx, { caseId, reporterId, reportedId: reported.id, about, reason, words });
      const detail = `${moderatedContent[about.subject].label.text} (${reasonLabels[reason].text})`;
      await logAction(tx, {
        ...{ actorId: reporterId, action: "reported", caseId, memberId: reported.id, detail },
      });
    }
    const { isAnonymous } = moderatedContent[about.subject];
    if (alsoBlock && reported.id !== null && !isAnonymous) await addBlock(tx, reporterId, reported.id);
    const [saved] = await selectReports(isOpenReport(reporterId, about), 1, tx);
    if (!saved) throw notFoundRefusal();
    return { report: toReportDto(saved), isNew: !reported.hasOpenReport };
  });
}

/** How urgent something is, and when it has to be decided if it has a limit. */
export type Urgency = { severity: number; dueAt: Date | null };

/** Finds or opens a member's case, raises it to this severity and an earlier due time, and returns its id. */
export async function openCase(tx: Tx, memberId: number, urgency: Urgency): Promise<string> {
  const [open] = await tx
    .select({ id: moderationCase.id })
    .from(moderationCase)
    .where(and(eq(moderationCase.memberId, memberId), isNull(moderationCase.closedAt)));
  const [person] = await tx
    .select({ name: fullName(member) })
    .from(member)
    .where(eq(member.id, memberId));
  return raiseCase(tx, { id: open?.id, memberId, memberName: person?.name ?? "" }, urgency);
}

/** Finds or opens the case of something without an owner, which is named by its words. */
async function openOwnerlessCase(tx: Tx, about: ReportAbout, urgency: Urgency): Promise<string> {
  const [open] = await tx
    .select({ id: moderationCase.id })
    .from(moderationCase)
    .innerJoin(report, eq(report.caseId, moderationCase.id))
    .where(
      and(
        isNull(moderationCase.closedAt),
        isNull(moderationCase.memberId),
        eq(report.subject, about.subject),
        eq(report.subjectId, about.id),
        isNull(report.closedAt),
      ),
    )
    .limit(1);
  const [found] = await moderatedContent[about.subject].findOwner(tx, 0, about.id);
  return raiseCase(tx, { id: open?.id, memberId: null, memberName: found?.text ?? "" }, urgency);
}

/** Raises an open case, or opens one if there is no `id`, and returns its id. */
export async function raiseCase(
  tx: Tx,
  { id, ...about }: Pick<typeof moderationCase.$inferSelect, "memberId" | "memberName"> & { id?: string },
  { severity, dueAt }: Urgency,
): Promise<string> {
  if (id === undefined) {
    const opened = { ...about, id: randomUUID(), severity, dueAt, openedAt: new Date() };
    await tx.insert(moderationCase).values(opened);
    return opened.id;
  }
  const due = dueAt && sql`min(coalesce(${moderationCase.dueAt}, ${dueAt.getTime()}), ${dueAt.getTime()})`;
  await tx
    .update(moderationCase)
    .set({ severity: sql`max(${moderationCase.severity}, ${severity})`, ...(due ? { dueAt: due } : {}) })
    .where(eq(moderationCase.id, id));
  return id;
}

type NewReport = Pick<typeof report.$inferInsert, "noticeId" | "noticeReason" | "objectsTo"> &
  Pick<ReportInput, "about" | "reason" | "words"> & {
    caseId: string;
    /** Null for a notice, whose sender need not be a member. */
    reporterId: number | null;
    /** Null if a notice names no member. */
    reportedId: number | null;
  };

/** Adds a report with a snapshot of what it is about. */
export async function addReport(tx: Tx, { about, ...columns }: NewReport): Promise<void> {
  const id = randomUUID();
  await tx.insert(report).values({
    ...{ ...columns, id, subject: about.subject, subjectId: about.id },
    createdAt: new Date(),
  });
  const { caseId, reporterId, reportedId } = columns;
  if (reportedId !== null) await keepEvidence(tx, { reportId: id, caseId, reporterId, reportedId, about });
}

/**
 * Stores a report's subject as it is now. For a notice, of which there can be any number, only if it differs from what the last
 * one about the same has stored.
 */
export async function keepEvidence(
  tx: Tx,
  { reportId, caseId, ...scope }: Scope & { reportId: string; caseId: string },
): Promise<void> {
  const { reporterId, reportedId, about } = scope;
  const snapshot = await readSnapshot(tx, reportedId, about);
  const { messages, ids } = await keepMessages(tx, caseId, scope);
  if (reporterId === null) {
    const [last] = await tx
      .select({ isSame: sql<number>`${and(eq(evidence.snapshot, snapshot), eq(evidence.messages, ids))}` })
      .from(evidence)
      .where(eq(evidence.reportId, selectLastEvidence(reportId)));
    if (last?.isSame) return;
  }
  await tx.insert(evidence).values({ reportId, snapshot, messages: ids });
  await keepPictures(tx, reportId, snapshot, messages);
  await keepAttachments(tx, reportId, reportedId, about, messages);
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
    firstName: moderatedContent[row.subject].isAnonymous ? "" : row.firstName,
    about: `${row.subject}:${subjectId}`,
    status: outcome ?? (claimedAt ? "reviewing" : "received"),
    createdAt: createdAt.toISOString(),
    closedAt: closedAt?.toISOString() ?? null,
  };
}

/** Decides a case's open reports, whose evidence expires after 180 days. `closeReports` tells their reporters. */
export async function decideReports(
  tx: Tx,
  caseId: string,
  decided: { outcome: ReportOutcome; reply: string },
  decidedAt: Date,
): Promise<void> {
  const { outcome, reply } = decided;
  await tx
    .update(report)
    .set({ outcome, reply: sql`iif(${report.noticeReason} is null, '', ${reply})` })
    .where(and(eq(report.caseId, caseId), isNull(report.closedAt)));
  const reports = tx.select({ id: report.id }).from(report).where(eq(report.caseId, caseId));
  const expiresAt = new Date(decidedAt.getTime() + EVIDENCE_DAYS * DAY_MS);
  await tx.update(evidence).set({ expiresAt }).where(inArray(evidence.reportId, reports));
  const notices = tx.select({ id: report.noticeId }).from(report).where(eq(report.caseId, caseId));
  await tx.update(notice).set({ expiresAt }).where(inArray(notice.id, notices));
}

/**
 * Closes the decided reports of a case or, after a process has died, of all cases, a few at a time: each reporter gets a
 * flash message on their next page, and each sender of a confirmed notice a mail.
 */
export async function closeReports(caseId?: string): Promise<void> {
  const isOfCase = caseId === undefined ? undefined : eq(report.caseId, caseId);
  const isDecided = and(isOfCase, isNotNull(report.outcome), isNull(report.closedAt));
  for (;;) {
    const closed = await transaction((tx) => closeSome(tx, isDecided));
    if (closed < CLOSED_REPORTS) return;
    await setImmediate();
  }
}

async function closeSome(tx: Tx, isDecided: SQL | undefined): Promise<number> {
  const some = await tx
    .select({
      id: report.id,
      reporterId: report.reporterId,
      purgedAt: member.purgedAt,
      closedAt: moderationCase.closedAt,
      outcome: report.outcome,
      reply: report.reply,
      notice,
    })
    .from(report)
    .innerJoin(moderationCase, eq(moderationCase.id, report.caseId))
    .leftJoin(member, eq(member.id, report.reporterId))
    .leftJoin(notice, eq(notice.id, report.noticeId))
    .where(isDecided)
    .limit(CLOSED_REPORTS);
  for (const { id, reporterId, purgedAt, closedAt, outcome, reply, notice: sent } of some) {
    // Until the case is closed, the words outlive their author's account.
    const erased = purgedAt ? { words: "" } : {};
    await tx
      .update(report)
      .set({ closedAt, ...erased })
      .where(eq(report.id, id));
    if (sent?.email && sent.confirmedAt && outcome) {
      const content = {
        kind: "notice-decided",
        noticeId: sent.id,
        outcome,
        reply: outcome === "overturned" ? "" : reply,
      } as const;
      await queueMail(tx, { recipient: sent.email, content });
    }
    if (reporterId === null) continue;
    await tx.update(member).set({ hasReportOutcome: true }).where(eq(member.id, reporterId));
    await publish(tx, "report", { id, reporterId });
  }
  return some.length;
}

/** Marks the outcome of a member's reports as shown. */
export async function acknowledgeReportOutcome(memberId: number) {
  await db.update(member).set({ hasReportOutcome: false }).where(eq(member.id, memberId));
}

/**
 * Deletes expired evidence a little at a time, so that requests get their turn. The next cleanup of unused pictures and files
 * deletes its own.
 */
export async function deleteExpiredEvidence(now = Date.now()) {
  const isExpired = lt(evidence.expiresAt, new Date(now));
  const expired = db
    .select({ id: evidence.reportId, caseId: report.caseId })
    .from(evidence)
    .innerJoin(report, eq(report.id, evidence.reportId))
    .where(isExpired)
    .limit(1);
  for (;;) {
    const [next] = await expired;
    if (!next) return;
    // All evidence of a case expires at the same time.
    await deleteInSteps(evidenceMessage, eq(evidenceMessage.caseId, next.caseId), DELETED_MESSAGES);
    await deleteEvidence(next.id);
    await setImmediate();
  }
}

async function deleteEvidence(reportId: string): Promise<void> {
  await transaction(async (tx) => {
    await tx.delete(evidencePicture).where(eq(evidencePicture.reportId, reportId));
    await tx.delete(evidenceAttachment).where(eq(evidenceAttachment.reportId, reportId));
    await tx.delete(evidence).where(eq(evidence.reportId, reportId));
  });
}
