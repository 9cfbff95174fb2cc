// The notifications about plans: a reminder the day before, "Home safe?", and the day after whether the two met.
import { db } from "db/client.server";
import { conversation, notificationSettings, plan, planLink } from "db/schema";
import { hasRow, type Tx, transaction } from "db/transaction.server";
import { and, between, eq, gt, inArray, isNotNull, isNull, lte, type SQL, sql } from "drizzle-orm";
import { DAY_MS, HOUR_MS } from "~/durations";
import { publish } from "~/live/publish.server";
import { canOpen, hasBothMembers } from "~/models/access.server";
import { queueMail } from "~/models/mail-queue.server";
import { clockTime, momentOf } from "~/models/notification/delivery-time";
import { findMailAccount } from "~/models/notification/digest.server";
import { ASKED_DAYS } from "./plan";
import { isInForce } from "./plan.server";
import { homeToken } from "./plan-link.server";

const BATCH = 50;
/** The hour of the day at which both are reminded and asked. */
const REMINDER_HOUR = 10;

/** The time zone of a plan: its members have said where they live, and meet there. The one who proposed it comes first. */
const timeZone = sql<string | null>`coalesce(
  (select ${notificationSettings.timeZone} from ${notificationSettings}
    where ${notificationSettings.memberId} = ${plan.proposedBy}),
  (select max(${notificationSettings.timeZone}) from ${notificationSettings}
    where ${notificationSettings.memberId} in (${conversation.lowId}, ${conversation.highId})))`;

/** Reminds both the day before, and asks both the day after. */
export async function remindOfPlans(now = Date.now()): Promise<void> {
  const today = Math.floor(now / DAY_MS);
  const isStill = and(isInForce(), isNotNull(plan.acceptedAt));
  const isSoon = and(between(plan.day, today, today + 2), isNull(plan.remindedAt));
  for (const zone of await listZones(and(isStill, isSoon))) {
    const local = clockTime(now, zone);
    const day = Math.floor(local / DAY_MS);
    if (local % DAY_MS < REMINDER_HOUR * HOUR_MS) continue;
    // Plans agreed on later than this need no reminder.
    const since = new Date(momentOf(day * DAY_MS + REMINDER_HOUR * HOUR_MS, zone));
    const isDue = and(isStill, isNull(plan.remindedAt), eq(plan.day, day + 1), lte(plan.acceptedAt, since));
    await notifyAll("planReminder", and(isDue, isIn(zone)), now);
  }
  const isAgreed = and(isNull(plan.endedAt), isNotNull(plan.acceptedAt));
  const isOver = and(between(plan.day, today - ASKED_DAYS, today), isNull(plan.askedAt));
  for (const zone of await listZones(and(isAgreed, isOver))) {
    const local = clockTime(now, zone);
    const day = Math.floor(local / DAY_MS) - (local % DAY_MS < REMINDER_HOUR * HOUR_MS ? 2 : 1);
    const isDue = and(isAgreed, isNull(plan.askedAt), between(plan.day, day - ASKED_DAYS, day));
    await notifyAll("planMet", and(isDue, isIn(zone)), now);
  }
}

async function listZones(which: SQL | undefined): Promise<(string | null)[]> {
  const rows = await db
    .selectDistinct({ zone: timeZone })
    .from(plan)
    .innerJoin(conversation, eq(conversation.id, plan.conversationId))
    .where(which);
  return rows.map(({ zone }) => zone);
}

function isIn(zone: string | null): SQL {
  return sql`${timeZone} is ${zone}`;
}

/** Notifies the members of plans, a few plans at a time, each once by one machine. */
async function notifyAll(
  kind: "planReminder" | "planMet",
  which: SQL | undefined,
  now: number,
): Promise<void> {
  const calledAt = kind === "planReminder" ? "remindedAt" : "askedAt";
  for (let called = BATCH; called === BATCH; )
    called = await transaction(async (tx) => {
      const { lowId, highId } = conversation;
      const due = await tx
        .select({ id: plan.id, lowId, highId, isOpen: sql<number>`${isOpen()}` })
        .from(plan)
        .innerJoin(conversation, eq(conversation.id, plan.conversationId))
        .where(which)
        .limit(BATCH);
      const ids = due.map(({ id }) => id);
      await tx
        .update(plan)
        .set({ [calledAt]: new Date(now) })
        .where(inArray(plan.id, ids));
      for (const { id, lowId, highId, isOpen } of due)
        if (isOpen) await publish(tx, kind, { id, members: [lowId, highId] });
      return due.length;
    });
}

/** True for conversations in which the two can plan something, whichever of them asks. */
function isOpen(): SQL | undefined {
  // Once it is accepted, both can open what one of them can.
  return and(canOpen(conversation.lowId), isNull(conversation.closedAt), hasBothMembers());
}

/** Asks members whose time has come whether they are home, on their devices and by mail. */
export async function askWhetherHome(now = Date.now()): Promise<void> {
  const isDue = isDueToAsk(new Date(now));
  // A minute without a question writes nothing, so that nobody waits.
  if (!(await db.$count(planLink, isDue))) return;
  for (let asked = BATCH; asked === BATCH; ) asked = await transaction((tx) => askSome(tx, new Date(now)));
}

function isDueToAsk(now: Date): SQL | undefined {
  return and(isNotNull(planLink.askAt), isNull(planLink.askedAt), lte(planLink.askAt, now));
}

async function askSome(tx: Tx, now: Date): Promise<number> {
  const isOpenOne = and(eq(conversation.id, plan.conversationId), isOpen());
  const due = await tx
    .select({
      link: planLink,
      isWanted: sql<number>`${and(
        isNull(planLink.homeAt),
        isNull(planLink.endedAt),
        gt(planLink.expiresAt, now),
        hasRow(plan, and(eq(plan.id, planLink.planId), isInForce(), hasRow(conversation, isOpenOne))),
      )}`,
    })
    .from(planLink)
    .where(isDueToAsk(now))
    .limit(BATCH);
  const ids = due.map(({ link }) => link.id);
  await tx.update(planLink).set({ askedAt: now }).where(inArray(planLink.id, ids));
  // A member who has told several friends is asked once.
  const wanted = new Map(
    due.filter(({ isWanted }) => isWanted).map(({ link }) => [`${link.planId} ${link.memberId}`, link]),
  );
  for (const { id, memberId, expiresAt } of wanted.values()) {
    await publish(tx, "planHome", { id, memberId });
    const account = await findMailAccount(memberId, tx);
    if (!account) continue;
    const content = { kind: "plan-home", token: homeToken(id) } as const;
    await queueMail(tx, { recipient: account.email, accountId: account.id, content, expiresAt });
  }
  return due.length;
}
