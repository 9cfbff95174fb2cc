// Deciding on another member, and what follows from it: a match, or its end.
import { randomUUID } from "node:crypto";
import { db } from "db/client.server";
import { conversation, decision, match } from "db/schema";
import { and, eq, isNull, not, sql } from "drizzle-orm";
import { tellPair, wake } from "~/live/outbox.server";
import { spend } from "./allowance.server";
import { noBlockBetween } from "./block.server";
import type { DecisionInput } from "./decision";
import { pairOf } from "./pair";
import { absent, Refusal } from "./refusal";

/**
 * Likes or passes on a member. The last word stands, and the same word twice changes nothing.
 * The second like of a pair makes their match and accepts an open request; a pass ends the match.
 * Returns whether the two match now. Refuses oneself and whoever is absent, paused, deleted or blocked (absent), and
 * more than 60 decisions a minute (too-many).
 */
export async function decideOn(
  memberId: number,
  { targetUserId, liked }: DecisionInput,
): Promise<{ mutual: boolean }> {
  await spend("like", memberId);
  const pair = pairOf(memberId, targetUserId);
  const isPair = and(eq(match.lowId, pair.lowId), eq(match.highId, pair.highId));
  const matchId = randomUUID();
  const now = Date.now();
  const target = sql`member where id = ${targetUserId} and id <> ${memberId} and deleted_at is null
    and (paused_at is null or ${liked ? 0 : 1}) and ${noBlockBetween(memberId, targetUserId)}`;
  const decided = db.all<{ liked: number }>(sql`
    insert into decision (member_id, target_id, liked, decided_at)
    select ${memberId}, id, ${liked ? 1 : 0}, ${now} from ${target}
    on conflict do update set liked = excluded.liked,
      decided_at = case when liked = excluded.liked then decided_at else excluded.decided_at end
    returning liked`);
  if (!liked) {
    const talk = sql`conversation where low_id = ${pair.lowId} and high_id = ${pair.highId}`;
    const [kept] = await db.batch([
      decided,
      db.delete(match).where(isPair),
      // Their open pages learn that it is gone.
      tellPair(pair, "conversation", sql`(select id from ${talk})`, sql`exists (select 1 from ${talk})`),
    ]);
    if (!kept.length) throw absent();
    wake([memberId, targetUserId]);
    return { mutual: false };
  }
  const [kept, , , , matches] = await db.batch([
    decided,
    db.run(sql`
      insert into match (id, low_id, high_id, created_at)
      select ${matchId}, ${pair.lowId}, ${pair.highId}, ${now} from ${target}
      and 2 = (select count(*) from decision where liked and
        (member_id, target_id) in (values (${memberId}, ${targetUserId}), (${targetUserId}, ${memberId})))
      on conflict do nothing`),
    tellPair(pair, "match", matchId, sql`exists (select 1 from match where id = ${matchId})`),
    db
      .update(conversation)
      .set({ acceptedAt: new Date(now), declinedAt: null })
      .where(
        and(
          eq(conversation.lowId, pair.lowId),
          eq(conversation.highId, pair.highId),
          isNull(conversation.acceptedAt),
          sql`exists (select 1 from match where ${isPair})`,
        ),
      ),
    db.select({ id: match.id }).from(match).where(isPair),
  ]);
  if (!kept.length) throw absent();
  if (matches[0]?.id === matchId) wake([memberId, targetUserId]);
  return { mutual: matches.length > 0 };
}

/**
 * Takes a pass back, as if nothing had been decided; where nothing is decided it changes nothing. A match that the
 * pass ended stays ended. Refuses a like (conflict), and more than 60 decisions a minute (too-many).
 */
export async function removeDecision(memberId: number, targetUserId: number): Promise<void> {
  await spend("like", memberId);
  const isMine = and(eq(decision.memberId, memberId), eq(decision.targetId, targetUserId));
  const [, kept] = await db.batch([
    db.delete(decision).where(and(isMine, not(decision.liked))),
    db.select({ liked: decision.liked }).from(decision).where(isMine),
  ]);
  if (kept.length) throw new Refusal("conflict", "Only a pass can be undone.");
}
