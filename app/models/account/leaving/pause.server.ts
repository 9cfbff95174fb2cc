// Pausing: takes a member out of Discover but keeps their matches and conversations.
import { member } from "db/schema";
import { transaction } from "db/transaction.server";
import { and, eq, isNotNull, isNull } from "drizzle-orm";
import { consumeRateLimit } from "~/models/rate-limit.server";
import { propagateVisibility, reloadAskers } from "~/models/safety/visibility.server";

/**
 * Pauses or resumes a member's account; repeating it changes nothing. Their open pages reload, and
 * those of members who have asked them something. Refuses more than 60 changes of
 * settings an hour (too-many).
 */
export async function setPaused(memberId: number, isPaused: boolean): Promise<void> {
  await consumeRateLimit("settings", memberId);
  await transaction(async (tx) => {
    const isNews = isPaused ? isNull(member.pausedAt) : isNotNull(member.pausedAt);
    const { rowsAffected } = await reloadAskers(tx, memberId, () =>
      tx
        .update(member)
        .set({ pausedAt: isPaused ? new Date() : null })
        .where(and(eq(member.id, memberId), isNews)),
    );
    if (rowsAffected) await propagateVisibility(tx, memberId, { contacts: false });
  });
}
