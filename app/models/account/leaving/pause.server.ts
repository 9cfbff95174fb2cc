// Pausing: takes a member out of Discover but keeps their matches and conversations.
import { db } from "db/client.server";
import { member } from "db/schema";
import { eq, sql } from "drizzle-orm";
import { enqueueEvent, notify } from "~/live/outbox.server";
import { updateCandidate } from "~/matching/candidate.server";

/** Pauses or resumes a member's account; repeating it changes nothing. Their open pages reload. */
export async function setPaused(memberId: number, isPaused: boolean): Promise<void> {
  const pausedAt = isPaused ? sql`coalesce(${member.pausedAt}, ${Date.now()})` : null;
  await db.batch([
    db.update(member).set({ pausedAt }).where(eq(member.id, memberId)),
    ...updateCandidate(memberId),
    enqueueEvent([memberId], "reset", "", sql`true`),
  ]);
  notify([memberId]);
}
