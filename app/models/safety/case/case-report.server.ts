// The reports of a case: their list, and one of them with a page of its evidence.
import { db } from "db/client.server";
import type { EvidenceMessage } from "db/column-types";
import {
  evidence,
  evidenceAttachment,
  evidenceMessage,
  member,
  moderationCase,
  notice,
  picture,
  report,
} from "db/schema";
import { and, desc, eq, inArray, type SQL, sql } from "drizzle-orm";
import { alias } from "drizzle-orm/sqlite-core";
import { EXCERPT_LENGTH } from "~/models/conversation/conversation";
import type { CaseQuery } from "~/models/safety/case/case-schema";
import { selectLastEvidence, showSnapshot } from "~/models/safety/evidence/evidence.server";
import { moderatedContent, reportedMessageOf } from "~/models/safety/evidence/moderated-content.server";
import { fullName } from "~/models/safety/staff/moderation-log.server";
import type { CasePage, CaseReport, ReporterRecord } from "./case";

/** How many reports are listed around the open one. */
const LIST_SIZE = 50;

/** How much evidence makes a page: in HTML and in its data it takes up to eleven times as much. */
const PAGE_MESSAGES = 50;
const PAGE_BYTES = 40_000;

/** The report whose outcome another objects to. */
const earlier = alias(report, "earlier");

const newestFirst = [desc(report.createdAt), report.id];

/** The reports of a case with one open: the one that the query names, or else the newest. */
export async function readReports(
  caseId: string,
  query: CaseQuery,
): Promise<Pick<CasePage, "reports" | "report" | "reportCount" | "newerReports" | "olderReports">> {
  const isOfCase = eq(report.caseId, caseId);
  const all = await db
    .select({ id: report.id })
    .from(report)
    .where(isOfCase)
    .orderBy(...newestFirst);
  const ids = all.map(({ id }) => id);
  const open = Math.max(ids.indexOf(query.report ?? ""), 0);
  const first = open - (open % LIST_SIZE);
  const rows = await db
    .select({ report, name: fullName(member) })
    .from(report)
    .leftJoin(member, eq(member.id, report.reporterId))
    .where(isOfCase)
    .orderBy(...newestFirst)
    .limit(LIST_SIZE)
    .offset(first);
  return {
    reports: rows.map(({ report: { id, createdAt, reason, noticeReason, reporterId }, name }) => ({
      ...{ id, reason, noticeReason, reporter: reporterId === null ? null : name },
      createdAt: createdAt.toISOString(),
    })),
    report: await readReport(ids[open] ?? "", query.page),
    reportCount: ids.length,
    newerReports: ids[first - 1] ?? null,
    olderReports: ids[first + LIST_SIZE] ?? null,
  };
}

/** A report with a page of its evidence: the one that is asked for, or else the one with the reported message. */
async function readReport(id: string, page: number | undefined): Promise<CaseReport | null> {
  const [row] = await db
    .select({
      report,
      keptBy: evidence.reportId,
      snapshot: evidence.snapshot,
      messages: evidence.messages,
      reporterName: fullName(member),
      reporterId: member.id,
      memberName: moderationCase.memberName,
      notice,
      objectsToCase: earlier.caseId,
    })
    .from(report)
    .innerJoin(moderationCase, eq(moderationCase.id, report.caseId))
    .leftJoin(evidence, isEvidenceOf(report))
    .leftJoin(member, eq(member.id, report.reporterId))
    .leftJoin(notice, eq(notice.id, report.noticeId))
    .leftJoin(earlier, eq(earlier.id, report.objectsTo))
    .where(eq(report.id, id));
  if (!row) return null;
  const { createdAt, subject, subjectId, reason, words } = row.report;
  const reportedMessage = reportedMessageOf({ subject, id: subjectId });
  const reported = row.snapshot?.profile.firstName ?? row.memberName;
  const kept = await listKept(row.messages ?? []);
  const pages = paginate(kept);
  const asked =
    page ?? 1 + pages.findIndex((each) => each.some(({ messageId }) => messageId === reportedMessage));
  const number = Math.min(Math.max(asked, 1), Math.max(pages.length, 1));
  const shown = pages[number - 1] ?? [];
  const messages = await readMessages(shown);
  const quoted = messages.flatMap(({ quotedId }) => quotedId ?? []);
  return {
    ...{ id, reason, words, createdAt: createdAt.toISOString() },
    notice: await readNotice(row),
    evidence: row.snapshot && showSnapshot(row.snapshot),
    ...{ reported, thing: moderatedContent[subject].phrase(reported, "their") },
    reporter:
      row.reporterId === null ? null : { name: row.reporterName, ...(await countOutcomes(row.reporterId)) },
    messages: messages.map((each) => ({ ...each, isReported: each.id === reportedMessage })),
    messageCount: kept.length,
    ...{ page: number, pageCount: pages.length },
    quotes: await readQuotes(kept.filter(({ messageId }) => quoted.includes(messageId))),
    attachments: await listAttachments(row.keptBy ?? id, shown),
  };
}

/** True for the evidence of a report; for a notice that has kept nothing new, for that of the one before it. */
function isEvidenceOf({ id, noticeReason }: typeof report): SQL {
  return sql`${evidence.reportId} = iif(${noticeReason} is null, ${id}, ${selectLastEvidence(id)})`;
}

/** A notice with its pictures; null for a member's report. */
async function readNotice(row: {
  report: typeof report.$inferSelect;
  notice: typeof notice.$inferSelect | null;
  objectsToCase: string | null;
}): Promise<CaseReport["notice"]> {
  const { notice: sent, objectsToCase } = row;
  const { noticeReason: reason } = row.report;
  if (!reason) return null;
  if (!sent) return { reason, sent, objectsToCase };
  const pictures = await db.select({ id: picture.id }).from(picture).where(eq(picture.noticeId, sent.id));
  const { about, words, name, email, confirmedAt } = sent;
  const isConfirmed = confirmedAt !== null;
  const shown = { about, words, name, email, isConfirmed, pictures: pictures.map(({ id }) => id) };
  return { reason, sent: shown, objectsToCase };
}

type Kept = { id: string; messageId: string; bytes: number };

/** The messages of a report's evidence in their order, without their content. */
async function listKept(ids: string[]): Promise<Kept[]> {
  const rows = await db
    .select({
      id: evidenceMessage.id,
      messageId: evidenceMessage.messageId,
      bytes: sql<number>`octet_length(${evidenceMessage.content})`,
    })
    .from(evidenceMessage)
    .where(isIn(ids));
  const byId = new Map(rows.map((row) => [row.id, row]));
  return ids.flatMap((id) => byId.get(id) ?? []);
}

/** Splits messages into pages of up to 50 and 40,000 bytes; a longer message has one of its own. */
function paginate(kept: Kept[]): Kept[][] {
  const pages: Kept[][] = [];
  let left = 0;
  for (const each of kept) {
    const last = pages.at(-1);
    if (last && last.length < PAGE_MESSAGES && each.bytes <= left) {
      last.push(each);
      left -= each.bytes;
    } else {
      pages.push([each]);
      left = PAGE_BYTES - each.bytes;
    }
  }
  return pages;
}

async function readMessages(page: Kept[]): Promise<(EvidenceMessage & { id: string })[]> {
  const rows = await db
    .select()
    .from(evidenceMessage)
    .where(isIn(page.map(({ id }) => id)));
  const byId = new Map(rows.map(({ id, content }) => [id, content]));
  return page.flatMap(({ id, messageId }) => {
    const content = byId.get(id);
    return content ? { ...content, id: messageId } : [];
  });
}

/** The beginnings of quoted messages; for a deleted one, of its former text. */
async function readQuotes(kept: Kept[]): Promise<CaseReport["quotes"]> {
  const { messageId, content } = evidenceMessage;
  const text = sql`coalesce(nullif(${content} ->> 'content', ''), ${content} ->> '$.earlier[#-1].content', '')`;
  const rows = await db
    .select({
      id: messageId,
      isByReporter: sql<number>`${content} ->> 'isByReporter'`,
      content: sql<string>`substr(${text}, 1, ${EXCERPT_LENGTH})`,
    })
    .from(evidenceMessage)
    .where(isIn(kept.map(({ id }) => id)));
  return rows.map((row) => ({ ...row, isByReporter: Boolean(row.isByReporter) }));
}

/** The messages of a page whose files are evidence. */
async function listAttachments(reportId: string, page: Kept[]): Promise<string[]> {
  const { attachmentId } = evidenceAttachment;
  const isOfReport = eq(evidenceAttachment.reportId, reportId);
  const ids = page.map(({ messageId }) => messageId);
  const rows = await db
    .select({ attachmentId })
    .from(evidenceAttachment)
    .where(and(isOfReport, inArray(attachmentId, ids)));
  return rows.map((row) => row.attachmentId);
}

function isIn(ids: string[]): SQL {
  return sql`${evidenceMessage.id} in (select value from json_each(${JSON.stringify(ids)}))`;
}

/** Counts the outcomes of all reports that a member filed. */
async function countOutcomes(reporterId: number): Promise<ReporterRecord> {
  const [counts] = await db
    .select({
      open: sql<number>`count(*) filter (where ${report.outcome} is null)`,
      upheld: sql<number>`count(*) filter (where ${report.outcome} = 'acted')`,
      dismissed: sql<number>`count(*) filter (where ${report.outcome} in ('dismissed', 'overturned'))`,
    })
    .from(report)
    .where(eq(report.reporterId, reporterId));
  return counts ?? { open: 0, upheld: 0, dismissed: 0 };
}
