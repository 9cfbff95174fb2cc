// Moderators' work: cases and newcomers are counted in their navigation, and old cases are mailed to them.
import { db } from "db/client.server";
import { once } from "db/prepared.server";
import { member, moderationCase, staff } from "db/schema";
import { transaction } from "db/transaction.server";
import { and, count, eq, isNull, lte, sql } from "drizzle-orm";
import { DAY_MS } from "~/durations";
import { env } from "~/env.server";
import { queueMemberMail } from "~/models/account/email.server";
import { MAX_COUNT } from "~/models/count";
import { claimTurn } from "~/models/pace.server";
import { selectWaitingNewcomers } from "~/models/safety/newcomer/newcomer-list.server";
import { isStaff } from "~/models/safety/staff/staff.server";
import { isNotAbout } from "./case.server";

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
