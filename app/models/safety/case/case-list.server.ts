// Moderators' work. The list of cases has those with a deadline first, then those with news for the moderator, then the most
// severe; within each of these, notices that name nothing here come last. Cases and newcomers are counted in the navigation, and
// old cases are mailed to the moderators.
import { db } from "db/client.server";
import { once } from "db/prepared.server";
import { member, moderationCase, report, staff } from "db/schema";
import { transaction } from "db/transaction.server";
import { and, asc, type Column, count, eq, isNotNull, isNull, lte, not, type SQL, sql } from "drizzle-orm";
import { DAY_MS } from "~/durations";
import { env } from "~/env.server";
import { queueMemberMail } from "~/models/account/email.server";
import { MAX_COUNT } from "~/models/count";
import { splitPage } from "~/models/cursor";
import { claimTurn } from "~/models/pace.server";
import type { QueueCursor } from "~/models/safety/case/case-schema";
import { selectWaitingNewcomers } from "~/models/safety/newcomer/newcomer-list.server";
import { isNameless, shownName } from "~/models/safety/notice/nameless-case.server";
import { describeClock } from "~/models/safety/notice/notice";
import { fullName } from "~/models/safety/staff/moderation-log.server";
import { isStaff } from "~/models/safety/staff/staff.server";
import type { CaseRow } from "./case";
import { claimer, isNotAbout } from "./case.server";
import { asksFor, comesFirst, lastSaid } from "./case-talk.server";

const PAGE_SIZE = 25;

/**
 * The tiers, first to last: cases with a deadline, others with news for the moderator, and the rest by severity. Anybody can
 * open cases without a member, so these have a tier of their own after each.
 */
const TIERS = [
  { kind: "clock", isNamed: true },
  { kind: "clock", isNamed: false },
  { kind: "news" },
  ...[2, 1, 0].flatMap((severity) => [
    { kind: severity, isNamed: true },
    { kind: severity, isNamed: false },
  ]),
] as const;
type Tier = (typeof TIERS)[number];

/**
 * Open cases, 25 per page, with the next page's cursor: first those with a deadline by date, then those whose member has
 * answered or whose opinion the moderator is asked for, then the others by severity; each oldest first, and in each those
 * without a member last. Leaves out the case about the moderator.
 */
export async function listCases(
  moderatorId: number,
  start?: QueueCursor,
): Promise<{ cases: CaseRow[]; next?: { cursor: string } }> {
  const rows: (Awaited<ReturnType<typeof listTier>>[number] & { number: number })[] = [];
  for (const [number, tier] of TIERS.entries()) {
    if (start && number < start.tier) continue;
    const later = start && number === start.tier ? isAfter(tier, start) : undefined;
    // One tier at a time, in the order of its index.
    if (rows.length > PAGE_SIZE) break;
    const found = await listTier(moderatorId, tier, PAGE_SIZE + 1 - rows.length, later);
    rows.push(...found.map((row) => ({ ...row, number })));
  }
  const { page, next } = splitPage(rows, PAGE_SIZE, ({ number, dueAt, openedAt, id }) => ({
    tier: number,
    at: (dueAt ?? openedAt).getTime(),
    id,
  }));
  return {
    cases: page.map(
      ({ openedAt, dueAt, claimedById, claimedBy, reasons, noticeReasons, asksMe, number, ...row }) => ({
        ...row,
        memberName: shownName(row.memberName),
        asksMe: Boolean(asksMe),
        openedAt: openedAt.toISOString(),
        clock: dueAt && describeClock(dueAt.toISOString()),
        reasons: JSON.parse(reasons),
        noticeReasons: JSON.parse(noticeReasons),
        claimedBy: claimedById === null ? null : claimedBy,
        isMine: claimedById === moderatorId,
      }),
    ),
    next,
  };
}

function listTier(moderatorId: number, tier: Tier, limit: number, later: SQL | undefined) {
  const { kind } = tier;
  const isNews = comesFirst(moderatorId);
  const ofCase = eq(report.caseId, moderationCase.id);
  const distinct = (column: Column, which: SQL) =>
    sql<string>`(select json_group_array(distinct ${column}) from ${report} where ${and(ofCase, which)})`;
  const isNamed = "isNamed" in tier ? sql`${isNameless()} is ${!tier.isNamed}` : undefined;
  const isOfKind =
    kind === "clock"
      ? isNotNull(moderationCase.dueAt)
      : and(
          isNull(moderationCase.dueAt),
          kind === "news" ? isNews : and(eq(moderationCase.severity, kind), not(isNews)),
        );
  return db
    .select({
      id: moderationCase.id,
      memberName: moderationCase.memberName,
      severity: moderationCase.severity,
      openedAt: moderationCase.openedAt,
      dueAt: moderationCase.dueAt,
      claimedById: moderationCase.claimedBy,
      claimedBy: fullName(claimer),
      lastSaid,
      asksMe: sql<number>`${asksFor(moderatorId)}`,
      reportCount: sql<number>`(select count(*) from ${report} where ${ofCase})`,
      reasons: distinct(report.reason, isNull(report.noticeReason)),
      noticeReasons: distinct(report.noticeReason, isNotNull(report.noticeReason)),
    })
    .from(moderationCase)
    .leftJoin(claimer, eq(claimer.id, moderationCase.claimedBy))
    .where(and(isNull(moderationCase.closedAt), isOfKind, isNamed, isNotAbout(moderatorId), later))
    .orderBy(asc(timeOf(tier)), asc(moderationCase.id))
    .limit(limit);
}

function timeOf({ kind }: Tier) {
  return kind === "clock" ? moderationCase.dueAt : moderationCase.openedAt;
}

function isAfter(tier: Tier, { at, id }: QueueCursor): SQL {
  return sql`(${timeOf(tier)}, ${moderationCase.id}) > (${at}, ${id})`;
}

const isOpen = isNull(moderationCase.closedAt);

/** How many open cases and waiting newcomers a moderator sees, 100 at most of each; null for everybody else. */
export async function countToModerate(memberId: number): Promise<number | null> {
  const [found] = await selectToModerate().all({ memberId });
  return found?.toModerate ?? null;
}

const selectToModerate = once(() => {
  const me = sql.placeholder("memberId");
  const open = db
    .select({ one: sql`1` })
    .from(moderationCase)
    .where(and(isOpen, isNotAbout(me)))
    .limit(MAX_COUNT)
    .as("open");
  const cases = db.select({ count: count() }).from(open);
  const newcomers = db.select({ count: count() }).from(selectWaitingNewcomers().as("newcomers"));
  return db
    .select({ toModerate: sql<number | null>`case when ${isStaff(me)} then ${cases} + ${newcomers} end` })
    .from(sql`(select 1)`)
    .prepare();
});

/** Mails the moderators how many cases have been open for a day; at most once a day in the whole deployment. */
export async function mailAboutWaitingCases(now = Date.now()): Promise<void> {
  if (!env.mail) return;
  await transaction(async (tx) => {
    const isOld = lte(moderationCase.openedAt, new Date(now - DAY_MS));
    const moderators = await tx
      .select({ id: member.id, email: member.email })
      .from(staff)
      .innerJoin(member, and(eq(member.id, staff.memberId), isNull(member.withdrawnAt)));
    const letters: { id: number; email: string | null; waiting: number }[] = [];
    for (const moderator of moderators) {
      const [old] = await tx
        .select({ waiting: count() })
        .from(moderationCase)
        .where(and(isOpen, isOld, isNotAbout(moderator.id)));
      if (old?.waiting) letters.push({ ...moderator, ...old });
    }
    // Not translated: a name.
    if (!letters.length || !(await claimTurn(tx, "mail about waiting cases", DAY_MS))) return;
    for (const { waiting, ...moderator } of letters)
      await queueMemberMail(tx, moderator, { kind: "waiting-cases", waiting });
  });
}
