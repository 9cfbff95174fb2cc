// The figures on the transparency page.
import { db } from "db/client.server";
import { REPORT_REASONS, SANCTION_KINDS } from "db/column-types";
import { appeal, report, sanction } from "db/schema";
import { and, count, eq, gte, isNotNull, lt, sql } from "drizzle-orm";
import type { SQLiteColumn } from "drizzle-orm/sqlite-core";
import { HOUR_MS } from "~/durations";
import type { QuarterCounts } from "./transparency";

const QUARTERS = 4;
const MONTHS = ["January to March", "April to June", "July to September", "October to December"];

/** The last four calendar quarters in UTC, newest first; past ones only if anything happened. */
export async function countByQuarter(now = new Date()): Promise<QuarterCounts[]> {
  const quarters = await Promise.all(Array.from({ length: QUARTERS }, (_, ago) => countQuarter(now, ago)));
  return quarters.filter((quarter, ago) => ago === 0 || !isEmpty(quarter));
}

function isEmpty({ reports, decisions }: QuarterCounts): boolean {
  return [...Object.values(reports), ...Object.values(decisions)].every((count) => count === 0);
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
      rank: sql<number>`row_number() over (order by ${duration})`.as("place"),
      total: sql<number>`count(*) over ()`.as("total"),
    })
    .from(report)
    .where(and(within(report.createdAt), isNotNull(report.closedAt)))
    .as("ranked");
  const [reports, decisions, [median], [appeals]] = await db.batch([
    db
      .select({ name: report.reason, count: count() })
      .from(report)
      .where(within(report.createdAt))
      .groupBy(report.reason),
    db
      .select({ name: sanction.kind, count: count() })
      .from(sanction)
      .where(within(sanction.startsAt))
      .groupBy(sanction.kind),
    db
      .select({ ms: ranked.ms })
      .from(ranked)
      .where(eq(ranked.rank, sql`(${ranked.total} + 1) / 2`)),
    db
      .select({
        count: count(),
        overturned: sql<number>`count(*) filter (where ${appeal.isOverturned})`,
      })
      .from(appeal)
      .innerJoin(sanction, eq(sanction.id, appeal.sanctionId))
      .where(within(sanction.startsAt)),
  ]);
  return {
    name: `${start.getUTCFullYear()}, ${MONTHS[start.getUTCMonth() / 3]}`,
    reports: fill(REPORT_REASONS, reports),
    decisions: fill(SANCTION_KINDS, decisions),
    medianHours: median ? Math.max(1, Math.round(median.ms / HOUR_MS)) : null,
    appeals: appeals?.count ?? 0,
    overturned: appeals?.overturned ?? 0,
  };
}

function fill<Name extends string>(names: readonly Name[], rows: { name: Name; count: number }[]) {
  const counts = Object.fromEntries(rows.map((row) => [row.name, row.count]));
  return Object.fromEntries(names.map((name) => [name, counts[name] ?? 0])) as Record<Name, number>;
}
