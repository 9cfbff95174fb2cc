// Music accounts read again automatically once a week: what is new there is offered, and nothing is added.
import { db } from "db/client.server";
import { musicAccount } from "db/schema";
import { transaction } from "db/transaction.server";
import { and, eq, sql } from "drizzle-orm";
import { DAY_MS, HOUR_MS, MINUTE_MS } from "~/durations";
import { publish } from "~/live/publish.server";
import { log } from "~/log.server";
import { artistKey } from "~/matching/artist-key";
import { getPreferences } from "~/models/music/preferences.server";
import { type Refusal, refusalIn } from "~/refusal";
import { claimDue, nextWeeklyReading } from "./due-account.server";
import { buildImportOffer } from "./music-account";
import { type MusicAccountRow, refresh } from "./refresh.server";

/** How long a music account waits after each failure. After the last one it waits for the next week. */
const RETRY_MS = [HOUR_MS, 6 * HOUR_MS, DAY_MS];
/** How long it waits while the service is busy, which doesn't count as a failure. */
const BUSY_MS = MINUTE_MS;
/** How many artists are remembered, so that one that comes and goes is offered only once. */
const KNOWN_MAX = 500;

/** Reads one music account whose week is over; false if there is none. */
export async function readDueAccount(now = Date.now()): Promise<boolean> {
  const due = await claimDue("weeklyDueAt", now);
  if (!due) return false;
  const { row } = due;
  if (!row) return true;
  const next = nextWeeklyReading(row.memberId, now);
  if (!row.isActive) await reschedule(row, { weeklyDueAt: null });
  else
    await refresh(row)
      .then(() => offerNewArtists(row, next))
      .catch((error) => postpone(row, error, { now, next }));
  return true;
}

/**
 * Offers the artists that weren't there before and aren't on the member's list, in the service's order, beside those that are
 * still to be answered.
 */
async function offerNewArtists(read: MusicAccountRow, next: Date) {
  await transaction(async (tx) => {
    const [row] = await tx.select().from(musicAccount).where(isClaimed(read));
    if (!row) return;
    const keys = (row.topArtists ?? []).map(artistKey);
    const before = row.knownArtists ?? (read.topArtists ?? []).map(artistKey);
    const known = new Set(before);
    const waiting = new Set((row.newArtists ?? []).map(artistKey));
    const listed = (await getPreferences(row.memberId, tx))?.topArtists ?? [];
    const missing = buildImportOffer(row, listed).newArtists;
    const unseen = missing.filter((name) => !known.has(artistKey(name)));
    const offered = missing.filter((name) => unseen.includes(name) || waiting.has(artistKey(name)));
    await tx
      .update(musicAccount)
      .set({
        ...{ weeklyDueAt: next, weeklyFailures: 0 },
        knownArtists: [...new Set([...keys, ...before])].slice(0, KNOWN_MAX),
        newArtists: offered.length ? offered : null,
      })
      .where(isClaimed(read));
    if (unseen.length) await publish(tx, "newArtists", { musicAccountId: row.id, memberId: row.memberId });
  });
}

/** Tries again later. An account that is gone or withheld is left alone until the member connects or refreshes it. */
async function postpone(row: MusicAccountRow, error: unknown, { now, next }: { now: number; next: Date }) {
  const refusal: Refusal | undefined = refusalIn(error);
  if (!refusal) throw error;
  if (refusal.code === "conflict") return;
  if (refusal.code === "invalid") {
    log.logger.warn({ account: row.id, cause: refusal.cause }, "account withheld by its service");
    return;
  }
  const { retryAfterSeconds } = refusal;
  if (retryAfterSeconds !== undefined)
    return reschedule(row, { weeklyDueAt: new Date(now + Math.max(BUSY_MS, retryAfterSeconds * 1000)) });
  const wait = RETRY_MS[row.weeklyFailures];
  await reschedule(
    row,
    wait
      ? { weeklyDueAt: new Date(now + wait), weeklyFailures: row.weeklyFailures + 1 }
      : { weeklyDueAt: next, weeklyFailures: 0 },
  );
}

async function reschedule(row: MusicAccountRow, change: Partial<MusicAccountRow>) {
  await db.update(musicAccount).set(change).where(isClaimed(row));
}

/** True for a music account that no other machine has claimed since, and that wasn't connected again. */
function isClaimed({ id, weeklyDueAt }: MusicAccountRow) {
  return and(eq(musicAccount.id, id), sql`${musicAccount.weeklyDueAt} is ${weeklyDueAt?.getTime() ?? null}`);
}
