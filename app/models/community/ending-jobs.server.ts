// Ending a community: its members are told, and finally their accounts are deleted.
import { setImmediate } from "node:timers/promises";
import { db } from "db/client.server";
import { member, servicePace } from "db/schema";
import { transaction } from "db/transaction.server";
import { and, eq, isNull, sql } from "drizzle-orm";
import { toDate } from "~/days";
import { DAY_MS } from "~/durations";
import { env } from "~/env.server";
import { queueMemberMail } from "~/models/account/email.server";
import { deleteEveryAccount } from "~/models/account/leaving/deletion.server";
import { dayOf } from "~/models/member/visit.server";
import { claimTurn } from "~/models/pace.server";
import { ANNOUNCED_DAYS, READ_ONLY_DAYS } from "./ending";
import { getEnding, hasEnded } from "./ending.server";

const READ_ONLY_MS = READ_ONLY_DAYS * DAY_MS;
/** Longer than any announcement is due again. */
const ONCE_MS = 400 * DAY_MS;
/** Members are mailed in this many parts by their ids, each in one transaction. */
const PARTS = 64;
/** The last announcement that this machine knows has been queued. */
let announced = "";

/** Mails every member 30, 7 and 1 days before the end, once each; if several are due, only the last. */
export async function announceEnding(now = Date.now()): Promise<void> {
  const ending = getEnding(now);
  if (!ending || ending.isOver || !env.mail) return;
  const daysLeft = (Date.parse(ending.day) - now) / DAY_MS;
  const stage = ANNOUNCED_DAYS.filter((days) => daysLeft <= days).at(-1);
  // Not translated: a code.
  const name = `end of ${ending.day}, ${stage} days before`;
  if (announced === name) return;
  for (let part = 0; part < PARTS; part++) {
    await transaction(async (tx) => {
      // Not translated: a code.
      if (!(await claimTurn(tx, `${name}, part ${part}`, ONCE_MS))) return;
      const members = await tx
        .select({ id: member.id, email: member.email })
        .from(member)
        .where(and(sql`${member.id} % ${PARTS} = ${part}`, isNull(member.deletedAt)));
      for (const each of members) await queueMemberMail(tx, each, { kind: "ending", ending });
    });
    await setImmediate();
  }
  announced = name;
}

/**
 * Deletes every account 14 days after the end, and no earlier than 14 days after a server first knew of it, so that a wrong
 * date can be corrected; the purge erases them next.
 */
export async function closeAfterEnd(now = Date.now()): Promise<void> {
  const { ending } = env;
  if (!ending || !hasEnded(now)) return;
  // Not translated: a code.
  const service = `end of ${toDate(dayOf(ending.day.getTime()))}`;
  const nextAt = new Date(Math.max(now, ending.at.getTime()) + READ_ONLY_MS);
  await db.insert(servicePace).values({ service, nextAt }).onConflictDoNothing();
  const [known] = await db.select().from(servicePace).where(eq(servicePace.service, service));
  const isDue =
    now >= ending.at.getTime() + READ_ONLY_MS && known !== undefined && known.nextAt.getTime() <= now;
  if (isDue) await deleteEveryAccount(now);
}
