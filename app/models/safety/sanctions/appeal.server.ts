// Appeals against sanctions, decided by a different moderator where possible.
import { randomUUID } from "node:crypto";
import { db } from "db/client.server";
import type { SanctionKind } from "db/column-types";
import { appeal, member, moderationCase, report, sanction, strike } from "db/schema";
import { type Database, type Tx, transaction } from "db/transaction.server";
import { and, asc, count, eq, isNull, ne, not, notExists, or, type SQL, sql } from "drizzle-orm";
import { alias } from "drizzle-orm/sqlite-core";
import { APPEAL_DAYS, DAY_MS } from "~/durations";
import { msg } from "~/language/text";
import { publish } from "~/live/publish.server";
import { splitPage, type TimedCursor } from "~/models/cursor";
import { showConnections } from "~/models/match/connection-end.server";
import { consumeRateLimit } from "~/models/rate-limit.server";
import { OWN_REPORT, OWN_SANCTION } from "~/models/safety/case/case";
import { hasReportBy, selectColleagues } from "~/models/safety/case/colleague.server";
import { restoreContent } from "~/models/safety/evidence/content-removal.server";
import { closeReports } from "~/models/safety/report.server";
import type { AppealOutcomeInput } from "~/models/safety/sanctions/sanction-schema";
import { fullName, logAction } from "~/models/safety/staff/moderation-log.server";
import { notFoundRefusal, Refusal } from "~/refusal";
import type { AppealInput } from "./account-status-schema";
import type { SanctionDto } from "./sanction";
import { applySanctions, toSanctionDto } from "./sanction.server";

const PAGE_SIZE = 25;

const decider = alias(member, "decider");

/**
 * Appeals a sanction about the member, once and within 30 days.
 * Refuses a sanction about someone else (absent), a second or late appeal (conflict), and more than 20 a day
 * (too-many).
 */
export async function fileAppeal(memberId: number, sanctionId: string, { words }: AppealInput) {
  await consumeRateLimit("appeal", memberId);
  await transaction(async (tx) => {
    const [found] = await tx
      .select({ sanction, appealId: appeal.id })
      .from(sanction)
      .leftJoin(appeal, eq(appeal.sanctionId, sanction.id))
      .where(and(eq(sanction.id, sanctionId), eq(sanction.memberId, memberId), ne(sanction.kind, "none")));
    if (!found) throw notFoundRefusal();
    if (found.appealId) throw new Refusal("conflict", msg("You've already appealed this decision."));
    const { caseId, startsAt, overturnedAt } = found.sanction;
    if (overturnedAt || startsAt.getTime() <= Date.now() - APPEAL_DAYS * DAY_MS)
      throw new Refusal("conflict", msg("The deadline to appeal has passed."));
    await tx.insert(appeal).values({ id: randomUUID(), sanctionId, words, createdAt: new Date() });
    await logAction(tx, { actorId: memberId, action: "appealed", caseId, memberId });
  });
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

function selectAppeals(moderatorId: number, which: SQL | undefined, limit: number, on: Database = db) {
  return on
    .select({
      appeal,
      sanction,
      memberName: moderationCase.memberName,
      moderatorName: fullName(member),
      deciderName: fullName(decider),
      canDecide: sql<number>`${isForDecider(moderatorId)}`,
      isReporter: sql<number>`${hasReportBy(sanction.caseId, moderatorId)}`,
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
 * Decides an appeal; overturning the sanction restores everything it changed, except what another sanction keeps ended, and
 * tells the reporters, who were told otherwise. Refuses an unknown appeal (absent), a decided one, one in a case that the
 * moderator reported, and one against the moderator's own sanction unless there is no one else to decide it (conflict).
 */
export async function decideAppeal(
  moderatorId: number,
  id: string,
  { outcome, statement }: AppealOutcomeInput,
): Promise<void> {
  const caseId = await transaction(async (tx) => {
    const found = await findOpenAppeal(tx, moderatorId, id);
    const { id: sanctionId, memberId, caseId } = found;
    const now = new Date();
    const isOverturned = outcome === "overturned";
    const decided = { decidedBy: moderatorId, decidedAt: now, isOverturned, statement };
    await tx.update(appeal).set(decided).where(eq(appeal.id, id));
    // The member sees the outcome before anything else.
    await tx
      .update(sanction)
      .set({ acknowledgedAt: null, ...(isOverturned ? { overturnedAt: now } : {}) })
      .where(eq(sanction.id, sanctionId));
    // Not translated: the log is kept in English.
    const detail = isOverturned ? "Overturned" : "Upheld";
    await logAction(tx, { actorId: moderatorId, action: "appeal-decided", caseId, memberId, detail });
    if (isOverturned) {
      await tx.delete(strike).where(eq(strike.sanctionId, sanctionId));
      const isActedOn = and(eq(report.caseId, caseId), eq(report.outcome, "acted"));
      await tx.update(report).set({ outcome: "overturned", closedAt: null }).where(isActedOn);
      if (memberId !== null) {
        await restoreContent(tx, memberId, found);
        await showConnections(tx, sanctionId, memberId);
      }
    }
    if (memberId !== null) {
      await publish(tx, "appeal", { id, memberId });
      await applySanctions(tx, memberId, now, { contacts: isOverturned && found.kind !== "warning" });
    }
    return caseId;
  });
  await closeReports(caseId);
}

/**
 * The sanction of an open appeal that the moderator may decide. Refuses an unknown appeal or one against a sanction of their
 * own account (absent), a decided one, one in a case that they reported and one against their own sanction (conflict).
 */
async function findOpenAppeal(
  tx: Tx,
  moderatorId: number,
  id: string,
): Promise<typeof sanction.$inferSelect> {
  const [found] = await selectAppeals(moderatorId, eq(appeal.id, id), 1, tx);
  if (!found) throw notFoundRefusal();
  const { decidedAt, isOverturned, decidedBy } = found.appeal;
  if (decidedAt) {
    const name = decidedBy === null ? msg("Another moderator") : found.deciderName;
    throw new Refusal(
      "conflict",
      isOverturned
        ? msg("{name} already decided this appeal: Overturned.", { name })
        : msg("{name} already decided this appeal: Upheld.", { name }),
    );
  }
  if (!found.canDecide) throw new Refusal("conflict", found.isReporter ? OWN_REPORT : OWN_SANCTION);
  return found.sanction;
}

/** True for sanctions against other members. */
function isNotFrom(moderatorId: number): SQL {
  return sql`${sanction.memberId} is not ${moderatorId}`;
}

/**
 * True for sanctions by other moderators, and for the moderator's own if there is no one else; never in cases that the
 * moderator reported.
 */
function isForDecider(moderatorId: number): SQL {
  const others = selectColleagues(moderatorId, sanction.caseId, sanction.memberId);
  const isDecider = or(sql`${sanction.moderatorId} is not ${moderatorId}`, notExists(others));
  return sql`(${and(isDecider, not(hasReportBy(sanction.caseId, moderatorId)))})`;
}

/**
 * An appeal in the list. The sanction's author can't decide it unless there is no other moderator, and the member's reporters
 * never can.
 */
type AppealRow = {
  id: string;
  memberName: string;
  kind: SanctionKind;
  createdAt: string;
  canDecide: boolean;
  isReporter: boolean;
};

/** An appeal with the sanction it is about. */
type AppealPage = {
  id: string;
  memberName: string;
  sanction: SanctionDto;
  moderator: string | null;
  decider: string | null;
  canDecide: boolean;
  isReporter: boolean;
};
