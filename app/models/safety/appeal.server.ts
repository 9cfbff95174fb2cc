// Appeals against sanctions, decided by a different moderator where possible.
import { randomUUID } from "node:crypto";
import { db } from "db/client.server";
import { rowIf } from "db/row-if.server";
import { appeal, member, moderationCase, report, sanction, staff, strike } from "db/schema";
import {
  and,
  asc,
  type Column,
  count,
  eq,
  exists,
  gt,
  isNotNull,
  isNull,
  ne,
  not,
  notExists,
  or,
  type SQL,
  sql,
} from "drizzle-orm";
import { alias } from "drizzle-orm/sqlite-core";
import { APPEAL_DAYS, DAY_MS } from "~/durations";
import { notify } from "~/live/outbox.server";
import { restoreConnections } from "~/models/match/connection-restore.server";
import { insertNotifications } from "~/models/notification/notification-rows.server";
import { splitPage, type TimedCursor } from "~/models/shared/cursor";
import { consumeRateLimit } from "~/models/shared/rate-limit.server";
import { notFoundRefusal, Refusal } from "~/refusal";
import type { AppealInput } from "./account-status-schema";
import type { AppealPage, AppealRow } from "./appeal";
import { OWN_REPORT, OWN_SANCTION } from "./case";
import type { AppealOutcomeInput } from "./case-schema";
import { fullName, logAction } from "./moderation-log.server";
import { applySanctions, restoreContent, toSanctionDto } from "./sanction.server";
import { enqueueStaffReset, listStaffIds } from "./staff.server";
import { notifyReloaded } from "./visibility.server";

const PAGE_SIZE = 25;

const decider = alias(member, "decider");
const colleague = alias(staff, "colleague");
const colleagueMember = alias(member, "colleague_member");

/**
 * Appeals a sanction about the member, once and within 30 days.
 * Refuses a sanction about someone else (absent), a second or late appeal (conflict), and more than 20 a day
 * (too-many).
 */
export async function fileAppeal(memberId: number, sanctionId: string, { words }: AppealInput) {
  await consumeRateLimit("appeal", memberId);
  const isOwn = and(eq(sanction.id, sanctionId), eq(sanction.memberId, memberId), ne(sanction.kind, "none"));
  const since = new Date(Date.now() - APPEAL_DAYS * DAY_MS);
  const id = randomUUID();
  const caseId = sql`${db.select({ caseId: sanction.caseId }).from(sanction).where(eq(sanction.id, sanctionId))}`;
  const isFiled = exists(db.select({ id: appeal.id }).from(appeal).where(eq(appeal.id, id)));
  const [[found], filed] = await db.batch([
    db
      .select({ appealId: appeal.id })
      .from(sanction)
      .leftJoin(appeal, eq(appeal.sanctionId, sanction.id))
      .where(isOwn),
    db
      .insert(appeal)
      .select(
        rowIf(
          appeal,
          { id, sanctionId, words, createdAt: new Date() },
          exists(
            db
              .select({ id: sanction.id })
              .from(sanction)
              .where(and(isOwn, gt(sanction.startsAt, since), isNull(sanction.overturnedAt))),
          ),
        ),
      )
      .onConflictDoNothing()
      .returning({ id: appeal.id }),
    logAction({ actorId: memberId, action: "appealed", caseId, memberId }, isFiled),
    enqueueStaffReset(isFiled, memberId),
  ]);
  if (!found) throw notFoundRefusal();
  if (!filed.length) {
    const reason = found.appealId
      ? "You've already appealed this decision."
      : "The deadline to appeal has passed.";
    throw new Refusal("conflict", reason);
  }
  notify(await listStaffIds());
}

/** Open appeals, oldest first, 25 per page, with the next page's cursor. */
export async function listAppeals(
  moderatorId: number,
  after?: TimedCursor,
): Promise<{ appeals: AppealRow[]; next?: { cursor: string } }> {
  const rows = await selectAppeals(
    moderatorId,
    and(
      isNull(appeal.decidedAt),
      after && sql`(${appeal.createdAt}, ${appeal.id}) > (${after.at}, ${after.id})`,
    ),
    PAGE_SIZE + 1,
  );
  const { page, next } = splitPage(rows, PAGE_SIZE, ({ appeal: { createdAt, id } }) => ({
    at: createdAt.getTime(),
    id,
  }));
  return {
    appeals: page.map((row) => ({
      id: row.appeal.id,
      memberName: row.memberName,
      kind: row.sanction.kind,
      createdAt: row.appeal.createdAt.toISOString(),
      canDecide: Boolean(row.canDecide),
      isReporter: Boolean(row.isReporter),
    })),
    next,
  };
}

/** How many open appeals a moderator can decide. */
export async function countAppeals(moderatorId: number): Promise<number> {
  const [row] = await db
    .select({ count: count() })
    .from(appeal)
    .innerJoin(sanction, eq(sanction.id, appeal.sanctionId))
    .where(and(isNull(appeal.decidedAt), isNotFrom(moderatorId), isForDecider(moderatorId)));
  return row?.count ?? 0;
}

/** An appeal by a member other than this moderator. */
export async function getAppeal(moderatorId: number, id: string): Promise<AppealPage | undefined> {
  const [row] = await selectAppeals(moderatorId, eq(appeal.id, id), 1);
  if (!row) return undefined;
  return {
    id,
    memberName: row.memberName,
    sanction: toSanctionDto(row),
    moderator: row.sanction.moderatorId === null ? null : row.moderatorName,
    decider: row.appeal.decidedBy === null ? null : row.deciderName,
    canDecide: Boolean(row.canDecide),
    isReporter: Boolean(row.isReporter),
  };
}

function selectAppeals(moderatorId: number, which: SQL | undefined, limit: number) {
  return db
    .select({
      appeal,
      sanction,
      memberName: moderationCase.memberName,
      moderatorName: fullName(member),
      deciderName: fullName(decider),
      canDecide: sql<number>`${isForDecider(moderatorId)}`,
      isReporter: sql<number>`${hasReported(moderatorId)}`,
    })
    .from(appeal)
    .innerJoin(sanction, eq(sanction.id, appeal.sanctionId))
    .innerJoin(moderationCase, eq(moderationCase.id, sanction.caseId))
    .leftJoin(member, eq(member.id, sanction.moderatorId))
    .leftJoin(decider, eq(decider.id, appeal.decidedBy))
    .where(and(which, isNotFrom(moderatorId)))
    .orderBy(asc(appeal.createdAt), asc(appeal.id))
    .limit(limit);
}

/**
 * Decides an appeal; overturning the sanction restores everything it changed.
 * Refuses an unknown appeal (absent), a decided one, one in a case that the moderator reported, and one against the
 * moderator's own sanction unless there is no one else to decide it (conflict).
 */
export async function decideAppeal(
  moderatorId: number,
  id: string,
  { outcome, statement }: AppealOutcomeInput,
): Promise<void> {
  const [found] = await db
    .select({
      sanctionId: sanction.id,
      memberId: sanction.memberId,
      caseId: sanction.caseId,
      kind: sanction.kind,
    })
    .from(appeal)
    .innerJoin(sanction, eq(sanction.id, appeal.sanctionId))
    .where(and(eq(appeal.id, id), isNotFrom(moderatorId)));
  if (!found) throw notFoundRefusal();
  const { sanctionId, memberId, caseId } = found;
  const now = new Date();
  const isOverturned = outcome === "overturned";
  const isMine = and(eq(appeal.id, id), eq(appeal.decidedBy, moderatorId), eq(appeal.decidedAt, now));
  const isDecided = exists(db.select({ id: appeal.id }).from(appeal).where(isMine));
  const canDecide = exists(
    db
      .select({ id: sanction.id })
      .from(sanction)
      .where(and(eq(sanction.id, sanctionId), isNotFrom(moderatorId), isForDecider(moderatorId))),
  );
  const results: unknown[] = await db.batch([
    db
      .update(appeal)
      .set({ decidedBy: moderatorId, decidedAt: now, isOverturned, statement })
      .where(and(eq(appeal.id, id), isNull(appeal.decidedAt), canDecide))
      .returning({ id: appeal.id }),
    // Shows the member the outcome before anything else.
    db
      .update(sanction)
      .set({ acknowledgedAt: null, ...(isOverturned ? { overturnedAt: now } : {}) })
      .where(and(eq(sanction.id, sanctionId), isDecided)),
    logAction(
      {
        actorId: moderatorId,
        action: "appeal-decided",
        caseId,
        memberId,
        detail: isOverturned ? "Overturned" : "Upheld",
      },
      isDecided,
    ),
    enqueueStaffReset(isDecided, memberId),
    insertNotifications("appeal", {
      to: sanction.memberId,
      subjectId: appeal.id,
      from: sql`${appeal} join ${sanction} on ${eq(sanction.id, appeal.sanctionId)}`,
      where: and(isMine, isNotNull(sanction.memberId)),
    }),
    ...(isOverturned
      ? [
          db.delete(strike).where(and(eq(strike.sanctionId, sanctionId), isDecided)),
          db
            .update(report)
            .set({ outcome: "dismissed" })
            .where(and(eq(report.caseId, caseId), isDecided)),
          ...(memberId === null ? [] : restoreContent(sanctionId, memberId, isDecided)),
          ...restoreConnections(sanctionId, isDecided),
        ]
      : []),
    ...(memberId === null
      ? []
      : applySanctions(memberId, now, {
          self: isDecided,
          contacts: isOverturned && found.kind === "removal" && isDecided,
        })),
  ]);
  const [decided] = results as { id: string }[][];
  if (!decided?.length) throw await toRefusal(moderatorId, id);
  if (memberId !== null) notifyReloaded(results);
  notify(await listStaffIds());
}

async function toRefusal(moderatorId: number, id: string): Promise<Refusal> {
  const [found] = await db
    .select({
      decidedAt: appeal.decidedAt,
      isOverturned: appeal.isOverturned,
      name: fullName(member),
      isReporter: sql<number>`${hasReported(moderatorId)}`,
    })
    .from(appeal)
    .innerJoin(sanction, eq(sanction.id, appeal.sanctionId))
    .leftJoin(member, eq(member.id, appeal.decidedBy))
    .where(eq(appeal.id, id));
  if (!found?.decidedAt) return new Refusal("conflict", found?.isReporter ? OWN_REPORT : OWN_SANCTION);
  const outcome = found.isOverturned ? "Overturned" : "Upheld";
  return new Refusal(
    "conflict",
    `${found.name ?? "Another moderator"} already decided this appeal: ${outcome}.`,
  );
}

/** True for a `sanction` in a case with a report by this member. */
function hasReported(memberId: Column | number): SQL {
  return exists(
    db
      .select({ id: report.id })
      .from(report)
      .where(and(eq(report.caseId, sanction.caseId), eq(report.reporterId, memberId))),
  );
}

/** True for sanctions against other members. */
function isNotFrom(moderatorId: number): SQL {
  return sql`${sanction.memberId} is not ${moderatorId}`;
}

/**
 * True for sanctions by other moderators, and for the moderator's own if there is no one else, but not for those on what the
 * moderator reported.
 */
function isForDecider(moderatorId: number): SQL {
  const others = db
    .select({ id: colleague.memberId })
    .from(colleague)
    .innerJoin(colleagueMember, eq(colleagueMember.id, colleague.memberId))
    .where(
      and(
        ne(colleague.memberId, moderatorId),
        isNull(colleagueMember.withdrawnAt),
        sql`${colleague.memberId} is not ${sanction.memberId}`,
        not(hasReported(colleague.memberId)),
      ),
    );
  const isDecider = or(sql`${sanction.moderatorId} is not ${moderatorId}`, notExists(others));
  return sql`(${and(isDecider, not(hasReported(moderatorId)))})`;
}
