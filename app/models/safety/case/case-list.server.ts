// The list of cases, most urgent first.
import { db } from "db/client.server";
import { moderationCase, report } from "db/schema";
import { and, asc, eq, isNull, type SQL, sql } from "drizzle-orm";
import { splitPage } from "~/models/cursor";
import { fullName } from "~/models/safety/moderation-log.server";
import type { CaseRow } from "./case";
import { claimer, isNotAbout } from "./case.server";
import type { QueueCursor } from "./case-schema";

const PAGE_SIZE = 25;

const SEVERITIES = [2, 1, 0];

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
