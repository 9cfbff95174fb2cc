// The moderators' log: every report, view, sanction and appeal. Triggers make it append-only.
import { db } from "db/client.server";
import type { ModerationAction } from "db/column-types";
import { member, moderationCase, moderationLog, staff } from "db/schema";
import type { Database, Tx } from "db/transaction.server";
import { and, asc, type Column, desc, eq, lt, sql } from "drizzle-orm";
import { alias } from "drizzle-orm/sqlite-core";
import { t } from "~/language/text";
import type { LogFilters } from "~/models/safety/staff/moderation-log-schema";
import { writeCsv } from "~/models/text-file/csv.server";
import { actionNames, type LogEntry } from "./moderation-log";
import { reloadStaff } from "./staff.server";

const PAGE_SIZE = 100;

const actor = alias(member, "actor");
const subject = alias(member, "subject");

type NewEntry = {
  actorId: number | null;
  action: ModerationAction;
  caseId?: string;
  memberId?: number | null;
  /** The app's own text, never a member's. */
  detail?: string;
};

/** Logs a change in its transaction, and reloads the open pages of all staff, except the member concerned. */
export async function logAction(tx: Tx, entry: NewEntry): Promise<void> {
  await logView(entry, tx);
  await reloadStaff(tx, entry.memberId ?? null);
}

/** Logs what a moderator has looked at. */
export async function logView(entry: NewEntry, on: Database = db): Promise<void> {
  await on.insert(moderationLog).values({ ...entry, at: new Date() });
}

/** The log, newest first, 100 entries per page, with the next page's cursor. Leaves out entries about the moderator. */
export async function listLog(
  moderatorId: number,
  filters: LogFilters,
): Promise<{ entries: LogEntry[]; next?: number }> {
  const entries = await readPage(moderatorId, filters, PAGE_SIZE);
  return { entries, next: entries.length === PAGE_SIZE ? entries.at(-1)?.id : undefined };
}

/** Writes the filtered log as CSV, newest first. */
export async function* writeLogCsv(moderatorId: number, filters: LogFilters): AsyncGenerator<string> {
  yield writeCsv([[t("Time"), t("Who"), t("Action"), t("Case"), t("Member"), t("Detail")]]);
  for (let before = filters.before; ; ) {
    const entries = await readPage(moderatorId, { ...filters, before }, PAGE_SIZE);
    yield writeCsv(
      entries.map(({ at, actorName, action, caseId, memberName, detail }) => [
        at,
        actorName,
        t(actionNames[action]),
        caseId,
        memberName,
        detail,
      ]),
    );
    before = entries.at(-1)?.id;
    if (entries.length < PAGE_SIZE) return;
  }
}

/** The moderators and operators the log can be filtered by. */
export async function listActors(): Promise<{ id: string; name: string }[]> {
  const rows = await db
    .select({ id: member.id, name: fullName(member) })
    .from(staff)
    .innerJoin(member, eq(member.id, staff.memberId))
    .orderBy(asc(member.firstName), member.id);
  return rows.map(({ id, name }) => ({ id: String(id), name }));
}

async function readPage(moderatorId: number, filters: LogFilters, limit: number): Promise<LogEntry[]> {
  const rows = await db
    .select({
      id: moderationLog.id,
      at: moderationLog.at,
      action: moderationLog.action,
      caseId: moderationLog.caseId,
      detail: moderationLog.detail,
      actorId: moderationLog.actorId,
      actorName: fullName(actor),
      memberId: moderationLog.memberId,
      memberName: sql<string | null>`coalesce(${fullName(subject)}, ${moderationCase.memberName})`,
    })
    .from(moderationLog)
    .leftJoin(actor, eq(actor.id, moderationLog.actorId))
    .leftJoin(subject, eq(subject.id, moderationLog.memberId))
    .leftJoin(moderationCase, eq(moderationCase.id, moderationLog.caseId))
    .where(
      and(
        sql`${moderationLog.memberId} is not ${moderatorId}`,
        filters.action && eq(moderationLog.action, filters.action),
        filters.actor === undefined ? undefined : eq(moderationLog.actorId, filters.actor),
        filters.member === undefined ? undefined : eq(moderationLog.memberId, filters.member),
        filters.case === undefined ? undefined : eq(moderationLog.caseId, filters.case),
        filters.before === undefined ? undefined : lt(moderationLog.id, filters.before),
      ),
    )
    .orderBy(desc(moderationLog.id))
    .limit(limit);
  return rows.map(({ at, actorId, actorName, memberId, memberName, ...entry }) => ({
    ...entry,
    at: at.toISOString(),
    actorName: actorId === null ? "" : (actorName ?? t("Deleted member")),
    memberId: memberId === null ? null : String(memberId),
    memberName: memberName ?? "",
  }));
}

/** A member's first and last name; null without a row. */
export function fullName(row: { firstName: Column; lastName: Column }) {
  return sql<string>`trim(${row.firstName} || ' ' || ${row.lastName})`;
}
