// When music accounts are read in the background, and claiming the next one.
import { db } from "db/client.server";
import { member, musicAccount } from "db/schema";
import { hasRow } from "db/transaction.server";
import { and, eq, isNull, lte } from "drizzle-orm";
import { DAY_MS, HOUR_MS } from "~/durations";

const WEEK_MS = 7 * DAY_MS;
/** Spreads members with consecutive ids over the week. */
const SPREAD = 15_485_863;

/** When a member's music accounts are read next: at the same time every week. */
export function nextWeeklyReading(memberId: number, now: number): Date {
  const offset = (memberId * SPREAD) % WEEK_MS;
  return new Date((Math.floor((now - offset) / WEEK_MS) + 1) * WEEK_MS + offset);
}

/**
 * Claims the music account that has been due longest for an hour, after which it is tried again; undefined if there is none,
 * and without a row if another machine was first. Accounts of deleted and suspended members wait.
 */
export async function claimDue(
  time: "historyDueAt" | "weeklyDueAt",
  now: number,
): Promise<{ row?: typeof musicAccount.$inferSelect } | undefined> {
  const isHere = hasRow(member, and(eq(member.id, musicAccount.memberId), isNull(member.withdrawnAt)));
  const isDue = and(lte(musicAccount[time], new Date(now)), isHere);
  const [due] = await db
    .select({ id: musicAccount.id })
    .from(musicAccount)
    .where(isDue)
    .orderBy(musicAccount[time])
    .limit(1);
  if (!due) return undefined;
  const [row] = await db
    .update(musicAccount)
    .set({ [time]: new Date(now + HOUR_MS) })
    .where(and(eq(musicAccount.id, due.id), isDue))
    .returning();
  return { row };
}
