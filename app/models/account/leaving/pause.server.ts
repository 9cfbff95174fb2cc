// Pausing: takes a member out of Discover but keeps their matches and conversations.
import { conversation, member } from "db/schema";
import { transaction } from "db/transaction.server";
import { eq, sql } from "drizzle-orm";
import { publishEvent } from "~/live/publish.server";
import { updateCandidate } from "~/matching/candidate.server";
import { endJointPlays } from "~/models/conversation/joint-play/joint-play-end.server";
import { isOneOfTwo } from "~/models/pair.server";

/** Pauses or resumes a member's account; repeating it changes nothing. Their open pages reload. */
export async function setPaused(memberId: number, isPaused: boolean): Promise<void> {
  await transaction(async (tx) => {
    const pausedAt = isPaused ? sql`coalesce(${member.pausedAt}, ${Date.now()})` : null;
    await tx.update(member).set({ pausedAt }).where(eq(member.id, memberId));
    await updateCandidate(tx, memberId);
    if (isPaused) await endJointPlays(tx, isOneOfTwo(conversation, memberId));
    await publishEvent(tx, "reset", [memberId]);
  });
}
