// The figures on the transparency page.
import { setImmediate } from "node:timers/promises";
import { db } from "db/client.server";
import { NOTICE_REASONS, type NoticeReason, REPORT_REASONS, SANCTION_KINDS } from "db/column-types";
import { appeal, plan, planAnswer, report, sanction } from "db/schema";
import { hasRow } from "db/transaction.server";
import { and, count, eq, gte, isNotNull, isNull, lt, sql } from "drizzle-orm";
import type { SQLiteColumn } from "drizzle-orm/sqlite-core";
import { HOUR_MS } from "~/durations";
import { ASKED_DAYS } from "~/models/conversation/plan/plan";
import { dayOf } from "~/models/member/visit.server";
import { type Count, type QuarterCounts, SMALLEST_COUNT } from "./transparency";

const QUARTERS = 4;
/**
 * How many days after a plan its answers are final. Plans count from then on; otherwise an answer could be read from the change
 * of a figure.
 */
const FINAL_DAYS = ASKED_DAYS + 2;

/** The figures, kept for an hour: anybody can ask for them, and all reports are read for them. */
let counted: { quarters: Promise<QuarterCounts[]>; until: number } | undefined;

/** The result of `countByQuarter()`, at most an hour old. */
export async function getQuarters(): Promise<QuarterCounts[]> {
  const now = Date.now();
  if (!counted || counted.until <= now) counted = { quarters: countByQuarter(), until: now + HOUR_MS };
  return counted.quarters.catch((error) => {
    counted = undefined;
    throw error;
  });
}

/**
 * The last four calendar quarters in UTC that are over, newest first, without those that have nothing to show. Everything
 * counts in the quarter it happened in, so the figures don't change anymore.
 */
export async function countByQuarter(now = new Date()): Promise<QuarterCounts[]> {
  const quarters: QuarterCounts[] = [];
  for (let ago = 1; ago <= QUARTERS; ago++) quarters.push(await countQuarter(now, ago));
  return quarters.filter(hasFigures);
}

function hasFigures({ reports, notices, sanctions, plans }: QuarterCounts): boolean {
  const kinds = [reports, notices, sanctions].flatMap((counts) => Object.values(counts));
  return [...kinds, plans].some((count) => count !== null);
}

async function countQuarter(now: Date, ago: number): Promise<QuarterCounts> {
  const quarter = Math.floor(now.getUTCMonth() / 3) - ago;
  const start = new Date(Date.UTC(now.getUTCFullYear(), 3 * quarter));
  const end = new Date(Date.UTC(now.getUTCFullYear(), 3 * quarter + 3));
  const within = (column: SQLiteColumn) => and(gte(column, start), lt(column, end));
  const duration = sql<number>`${report.closedAt} - ${report.createdAt}`;
  const ranked = db
    .select({
      ms: duration.as("ms"),
      rank: sql<number>`row_number() over (order by ${duration})`.as("rank"),
      total: sql<number>`count(*) over ()`.as("total"),
    })
    .from(report)
    .where(within(report.closedAt))
    .as("ranked");
  await setImmediate();
  const reports = await db
    .select({ name: report.reason, count: count() })
    .from(report)
    .where(and(within(report.createdAt), isNull(report.noticeReason)))
    .groupBy(report.reason);
  const notices = await db
    .select({ name: sql<NoticeReason>`${report.noticeReason}`, count: count() })
    .from(report)
    .where(and(within(report.createdAt), isNotNull(report.noticeReason), isNull(report.objectsTo)))
    .groupBy(report.noticeReason);
  const sanctions = await db
    .select({ name: sanction.kind, count: count() })
    .from(sanction)
    .where(within(sanction.startsAt))
    .groupBy(sanction.kind);
  await setImmediate();
  const [median] = await db
    .select({ ms: ranked.ms })
    .from(ranked)
    .where(and(gte(ranked.total, SMALLEST_COUNT), eq(ranked.rank, sql`(${ranked.total} + 1) / 2`)));
  const [from, to] = [start, end].map((at) => dayOf(at.getTime()) - FINAL_DAYS) as [number, number];
  const isOfQuarter = and(gte(plan.day, from), lt(plan.day, to));
  const isPlanned = and(isOfQuarter, isNotNull(plan.acceptedAt), isNull(plan.cancelledAt));
  const hasMet = and(eq(planAnswer.planId, plan.id), eq(planAnswer.answer, "yes"));
  return {
    year: start.getUTCFullYear(),
    quarter: start.getUTCMonth() / 3 + 1,
    reports: fill(REPORT_REASONS, reports),
    notices: fill(NOTICE_REASONS, notices),
    objections: toCount(await db.$count(report, and(within(report.createdAt), isNotNull(report.objectsTo)))),
    sanctions: fill(SANCTION_KINDS, sanctions),
    medianHours: median ? (median.ms < HOUR_MS ? 0 : Math.round(median.ms / HOUR_MS)) : null,
    plans: toCount(await db.$count(plan, isPlanned)),
    met: toCount(await db.$count(plan, and(isPlanned, hasRow(planAnswer, hasMet)))),
    appeals: toCount(await db.$count(appeal, within(appeal.createdAt))),
    overturned: toCount(await db.$count(appeal, and(within(appeal.decidedAt), appeal.isOverturned))),
  };
}

function fill<Name extends string>(names: readonly Name[], rows: { name: Name; count: number }[]) {
  const counts = Object.fromEntries(rows.map((row) => [row.name, row.count]));
  return Object.fromEntries(names.map((name) => [name, toCount(counts[name])])) as Record<Name, Count>;
}

function toCount(count = 0): Count {
  return count < SMALLEST_COUNT ? null : count;
}
