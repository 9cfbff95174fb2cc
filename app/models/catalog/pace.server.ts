// Turns at an outside service that all machines share, a second apart.
import { setTimeout as pause } from "node:timers/promises";
import { db } from "db/client.server";
import { servicePace } from "db/schema";
import { sql } from "drizzle-orm";

/** A little over the second that is allowed, because requests don't all take the same time to arrive. */
export const PACE_MS = 1_100;
/** The database's clock: those of machines differ. */
const now = sql<number>`cast(unixepoch('subsec') * 1000 as integer)`;

/** Waits for the next free turn. False without one within `patienceMs`: then nothing is taken. */
export async function takeTurn(service: string, patienceMs: number): Promise<boolean> {
  const [turn] = await db
    .insert(servicePace)
    .values({ service, nextAt: sql`${now} + ${PACE_MS}` })
    .onConflictDoUpdate({
      target: servicePace.service,
      set: { nextAt: sql`max(service_pace.next_at, ${now}) + ${PACE_MS}` },
      setWhere: sql`service_pace.next_at <= ${now} + ${patienceMs}`,
    })
    .returning({ waitMs: sql<number>`next_at - ${PACE_MS} - ${now}` });
  if (!turn) return false;
  await pause(Math.max(0, turn.waitMs));
  return true;
}

/** Gives nobody a turn for this long. */
export async function holdTurns(service: string, ms: number): Promise<void> {
  await db
    .insert(servicePace)
    .values({ service, nextAt: sql`${now} + ${ms}` })
    .onConflictDoUpdate({
      target: servicePace.service,
      set: { nextAt: sql`max(service_pace.next_at, ${now} + ${ms})` },
    });
}
