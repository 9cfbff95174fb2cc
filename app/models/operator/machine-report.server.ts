// What machines with a replica tell each other through the primary: that one can't sync, and that another can.
import { randomUUID } from "node:crypto";
import { db, isDatabaseReady, replica, syncReplica } from "db/client.server";
import { machineReport } from "db/schema";
import { and, gt, lt, max, ne, sql } from "drizzle-orm";
import { DAY_MS } from "~/durations";
import { refusalIn } from "~/refusal";

/** How long a machine that said that it can sync is believed. */
const BELIEVED_MS = 3000;

/** This process. */
const id = randomUUID();
/** The primary's clock, which all machines share. */
const now = sql`cast(unixepoch('subsec') * 1000 as integer)`;
/** The last time that another machine couldn't sync, as far as this one has noticed. */
let noticed: Date | null = null;
let outdone = false;

/** Whether this machine's replica can't be synced while another machine's can. */
export function isOutdone(): boolean {
  return outdone && !isDatabaseReady();
}

/** Syncs the replica, and tells the others if that fails, or that it succeeds if another has said that its own doesn't. */
export async function reportMachine(): Promise<void> {
  if (!replica) return;
  await syncReplica();
  try {
    outdone = isDatabaseReady() ? await reassure() : await ask();
  } catch (error) {
    if (!refusalIn(error)) throw error;
    // Nobody does better that the primary could name.
    outdone = false;
  }
}

/** Says that this machine can't sync. Returns whether another has said that it can. */
async function ask(): Promise<boolean> {
  await report({ behindAt: now });
  const better = await db
    .select({ id: machineReport.id })
    .from(machineReport)
    .where(and(ne(machineReport.id, id), gt(machineReport.currentAt, sql`${now} - ${BELIEVED_MS}`)))
    .limit(1);
  return better.length > 0;
}

/** Says that this machine can sync if another can't. Nothing is written while all can. */
async function reassure(): Promise<false> {
  const [last] = await db
    .select({ behindAt: max(machineReport.behindAt) })
    .from(machineReport)
    .where(ne(machineReport.id, id));
  const asked = last?.behindAt ?? null;
  if (asked?.getTime() === noticed?.getTime()) return false;
  noticed = asked;
  await report({ currentAt: now });
  return false;
}

async function report(said: { behindAt: typeof now } | { currentAt: typeof now }) {
  await db.batch([
    db
      .insert(machineReport)
      .values({ id, ...said })
      .onConflictDoUpdate({ target: machineReport.id, set: said }),
    db
      .delete(machineReport)
      .where(lt(sql`max(coalesce(behind_at, 0), coalesce(current_at, 0))`, sql`${now} - ${DAY_MS}`)),
  ]);
}
