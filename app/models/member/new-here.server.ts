// The end of being new here.
import { setTimeout as pause } from "node:timers/promises";
import { db } from "db/client.server";
import { NEW_HERE } from "db/column-types";
import { candidate, member } from "db/schema";
import { transaction } from "db/transaction.server";
import { and, eq, lte, sql } from "drizzle-orm";
import { updateCandidate } from "~/matching/candidate.server";

/** The pause between two writes, in which requests get their turn. */
const PAUSE_MS = 5;

/** Ends the precedence in Discover of members who are no longer new. */
export async function endNewHere(now = Date.now()): Promise<void> {
  const found = await db
    .select({ id: candidate.memberId })
    .from(candidate)
    .innerJoin(member, eq(member.id, candidate.memberId))
    // Inlined rather than bound, so that the index is used.
    .where(and(sql`${candidate.badges} & ${sql.raw(String(NEW_HERE))}`, lte(member.newUntil, new Date(now))));
  for (const { id } of found) {
    await transaction((tx) => updateCandidate(tx, id, now));
    await pause(PAUSE_MS);
  }
}
