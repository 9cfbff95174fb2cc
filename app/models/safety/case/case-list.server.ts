// The list of cases: those with news for the moderator, then the most urgent.
import { db } from "db/client.server";
import { moderationCase, report } from "db/schema";
import { and, asc, eq, isNull, not, type SQL, sql } from "drizzle-orm";
import { splitPage } from "~/models/cursor";
import { fullName } from "~/models/safety/moderation-log.server";
import type { CaseRow } from "./case";
import { claimer, isNotAbout } from "./case.server";
import type { QueueCursor } from "./case-schema";
import { asksFor, comesFirst, lastSaid } from "./case-talk.server";

const PAGE_SIZE = 25;

/** The cases that come before all others, whatever their severity, have a level of their own. */
const FIRST = 3;
const LEVELS = [FIRST, 2, 1, 0];

/**
 * Open cases, 25 per page, with the next page's cursor: those whose member has answered or whose opinion the moderator is asked
 * for, then most severe first, each oldest first. Leaves out the case about the moderator.
 */
export async function listCases(
  moderatorId: number,
  start?: QueueCursor,
): Promise<{ cases: CaseRow[]; next?: { cursor: string } }> {
  const rows: (Awaited<ReturnType<typeof listLevel>>[number] & { level: number })[] = [];
  for (const level of LEVELS) {
    if (start && level > start.severity) continue;
    const later = start && level === start.severity ? isAfter(start) : undefined;
    // One level at a time: the severities are in the order of the index.
    if (rows.length > PAGE_SIZE) break;
    const found = await listLevel(moderatorId, level, PAGE_SIZE + 1 - rows.length, later);
    rows.push(...found.map((row) => ({ ...row, level })));
  }
  const { page, next } = splitPage(rows, PAGE_SIZE, ({ level, openedAt, id }) => ({
    severity: level,
    at: openedAt.getTime(),
    id,
  }));
  return {
    cases: page.map(({ openedAt, claimedById, claimedBy, reasons, asksMe, level, ...row }) => ({
      ...row,
      asksMe: Boolean(asksMe),
      openedAt: openedAt.toISOString(),
      reasons: JSON.parse(reasons),
      claimedBy: claimedById === null ? null : claimedBy,
      isMine: claimedById === moderatorId,
    })),
    next,
  };
}

function listLevel(moderatorId: number, level: number, limit: number, later: SQL | undefined) {
  const isFirst = comesFirst(moderatorId);
  const ofCase = eq(report.caseId, moderationCase.id);
  return db
    .select({
      id: moderationCase.id,
      memberName: moderationCase.memberName,
      severity: moderationCase.severity,
      openedAt: moderationCase.openedAt,
      claimedById: moderationCase.claimedBy,
      claimedBy: fullName(claimer),
      lastSaid,
      asksMe: sql<number>`${asksFor(moderatorId)}`,
      reportCount: sql<number>`(select count(*) from ${report} where ${ofCase})`,
      reasons: sql<string>`(select json_group_array(distinct ${report.reason}) from ${report} where ${ofCase})`,
    })
    .from(moderationCase)
    .leftJoin(claimer, eq(claimer.id, moderationCase.claimedBy))
    .where(
      and(
        isNull(moderationCase.closedAt),
        level === FIRST ? isFirst : and(eq(moderationCase.severity, level), not(isFirst)),
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
