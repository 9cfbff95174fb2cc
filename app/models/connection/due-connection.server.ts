// Connections that are read in the background once their time has come.
import { db } from "db/client.server";
import { musicConnection } from "db/schema";
import { and, eq, lte } from "drizzle-orm";
import { HOUR_MS } from "~/durations";

/**
 * Claims the connection whose time has come first for an hour, after which it is tried again; undefined if there is none, and
 * without a row if another machine was first.
 */
export async function claimDue(
  time: "historyDueAt" | "weeklyDueAt",
  now: number,
): Promise<{ row?: typeof musicConnection.$inferSelect } | undefined> {
  const isDue = lte(musicConnection[time], new Date(now));
  const [due] = await db
    .select({ id: musicConnection.id })
    .from(musicConnection)
    .where(isDue)
    .orderBy(musicConnection[time])
    .limit(1);
  if (!due) return undefined;
  const [row] = await db
    .update(musicConnection)
    .set({ [time]: new Date(now + HOUR_MS) })
    .where(and(eq(musicConnection.id, due.id), isDue))
    .returning();
  return { row };
}
