// When members were last here: stored as a day, and used to drop members who stay away from Discover.
import { setTimeout as pause } from "node:timers/promises";
import { db } from "db/client.server";
import { member } from "db/schema";
import { transaction } from "db/transaction.server";
import { and, eq, isNotNull, isNull, lte } from "drizzle-orm";
import { DAY_MS, INACTIVE_DAYS } from "~/durations";
import { updateCandidate } from "~/matching/candidate.server";

const MEMBERS_PER_READ = 100;
/** The pause between two writes, in which requests get their turn. */
const PAUSE_MS = 5;

/** Members whose visit is being recorded, so that requests at the same moment write once. */
const recording = new Set<number>();

/** A day as it is stored: whole days since 1970. */
export function dayOf(now = Date.now()): number {
  return Math.floor(now / DAY_MS);
}

/** Records a visit, once a day for each member. An inactive member is back in Discover at once. */
export async function recordVisit(
  { id, visitedOn, inactiveAt }: Pick<typeof member.$inferSelect, "id" | "visitedOn" | "inactiveAt">,
  today = dayOf(),
) {
  if ((visitedOn === today && inactiveAt === null) || recording.has(id)) return;
  const isBack = inactiveAt !== null || (visitedOn !== null && visitedOn <= today - INACTIVE_DAYS);
  recording.add(id);
  try {
    await transaction(async (tx) => {
      await tx.update(member).set({ visitedOn: today, inactiveAt: null }).where(eq(member.id, id));
      if (isBack) await updateCandidate(tx, id);
    });
  } finally {
    recording.delete(id);
  }
}

/** Takes members who have not visited for 60 days out of Discover until their next visit. */
export async function removeInactiveMembers(now = Date.now()) {
  const isInactive = and(
    isNotNull(member.visitedOn),
    lte(member.visitedOn, dayOf(now) - INACTIVE_DAYS),
    isNull(member.inactiveAt),
  );
  for (;;) {
    const found = await db.select({ id: member.id }).from(member).where(isInactive).limit(MEMBERS_PER_READ);
    for (const { id } of found) {
      await transaction(async (tx) => {
        await tx
          .update(member)
          .set({ inactiveAt: new Date(now) })
          .where(and(eq(member.id, id), isInactive));
        await updateCandidate(tx, id);
      });
      await pause(PAUSE_MS);
    }
    if (found.length < MEMBERS_PER_READ) break;
  }
}
