// Turns shared by all machines: of requests to an outside service, a second apart, and of things that happen once in a while.
import { setTimeout as pause } from "node:timers/promises";
import { db } from "db/client.server";
import { servicePace } from "db/schema";
import type { Tx } from "db/transaction.server";
import { sql } from "drizzle-orm";

/** A little over the second that is allowed, because requests don't all take the same time to arrive. */
export const PACE_MS = 1_100;
/** The database's clock, because those of machines differ. */
const now = sql<number>`cast(unixepoch('subsec') * 1000 as integer)`;

/** Takes the turn of something that happens once in this time, on whichever machine is first; false if it is taken. */
export async function claimTurn(tx: Tx, name: string, ms: number): Promise<boolean> {
  const [claimed] = await tx
    .insert(servicePace)
    .values({ service: name, nextAt: sql`${now} + ${ms}` })
    .onConflictDoUpdate({
      target: servicePace.service,
      set: { nextAt: sql`${now} + ${ms}` },
      setWhere: sql`service_pace.next_at <= ${now}`,
    })
    .returning({ service: servicePace.service });
  return claimed !== undefined;
}

/** Waits for the next free turn. False, without taking one, if none is free within `patienceMs`. */
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

/** Blocks all turns for this long. */
export async function holdTurns(service: string, ms: number): Promise<void> {
  await db
    .insert(servicePace)
    .values({ service, nextAt: sql`${now} + ${ms}` })
    .onConflictDoUpdate({
      target: servicePace.service,
      set: { nextAt: sql`max(service_pace.next_at, ${now} + ${ms})` },
    });
}
