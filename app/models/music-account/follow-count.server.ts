// Keeping Total Scrobbles equal to the play count of a music account.
import { musicAccount, preferences } from "db/schema";
import { type Tx, transaction } from "db/transaction.server";
import { and, eq, isNotNull, sql } from "drizzle-orm";
import { consumeRateLimit } from "~/models/rate-limit.server";
import { notFoundRefusal } from "~/refusal";

/**
 * Makes a member's Total Scrobbles follow the play count of one of their own music accounts, or stops that. Refuses a music
 * account without a play count (absent), and more than 60 changes of settings an hour (too-many).
 */
export async function setFollowsCount(memberId: number, id: string, followsCount: boolean): Promise<void> {
  await consumeRateLimit("settings", memberId);
  await transaction(async (tx) => {
    const isCounted = and(
      eq(musicAccount.id, id),
      eq(musicAccount.memberId, memberId),
      isNotNull(musicAccount.playCount),
    );
    const changed = await tx.update(musicAccount).set({ followsCount }).where(isCounted);
    if (!changed.rowsAffected) throw notFoundRefusal();
    await followCount(tx, id);
  });
}

/** Sets Total Scrobbles to the play count of a music account that they follow. Does nothing for members without preferences. */
export async function followCount(tx: Tx, id: string): Promise<void> {
  const [row] = await tx.select().from(musicAccount).where(eq(musicAccount.id, id));
  if (!row?.followsCount || row.playCount === null) return;
  await tx
    .update(preferences)
    .set({ totalScrobbles: row.playCount, updatedAt: new Date() })
    .where(
      and(eq(preferences.memberId, row.memberId), sql`${preferences.totalScrobbles} <> ${row.playCount}`),
    );
}
