// Likes and passes, and what follows from them: a match, or its end.
import { randomUUID } from "node:crypto";
import { db } from "db/client.server";
import { conversation, decision, match, member } from "db/schema";
import { and, eq, exists, isNull, not, type SQL, sql } from "drizzle-orm";
import { enqueueEvent, enqueueEventForPair, notify } from "~/live/outbox.server";
import { canView } from "~/models/conversation/conversation.server";
import { insertNotifications } from "~/models/notification/notification-rows.server";
import { isSomebodyElse } from "~/models/safety/block.server";
import { canSee } from "~/models/safety/visibility.server";
import { pairOf } from "~/models/shared/pair";
import { consumeRateLimit } from "~/models/shared/rate-limit.server";
import { notFoundRefusal, Refusal } from "~/refusal";
import {
  endConnections,
  endShared,
  hasRequested,
  isConnected,
  isOpenConversationOf,
  wasConnected,
} from "./connection-end.server";
import type { DecisionInput } from "./match-schema";

/**
 * Likes or passes on a member. The latest decision counts, and repeating it changes nothing. The second like of a pair
 * makes their match and accepts an open request; a pass ends their match and conversation, and takes back a request.
 * Returns whether they match now. Refuses the member themselves, anyone missing or deleted, a like of anyone they can't see
 * (absent), and more than 60 likes or 240 passes and undos a minute (too-many).
 */
export async function decideOn(
  memberId: number,
  { targetUserId, liked }: DecisionInput,
): Promise<{ mutual: boolean }> {
  if (liked) return like(memberId, targetUserId);
  if (!(await passOn(memberId, targetUserId))) throw notFoundRefusal();
  return { mutual: false };
}

/**
 * Passes on a member as `decideOn()` does, but ends nothing: without a change it returns false if the two are connected,
 * which is for `unmatch()` to end.
 */
export async function passUnlessConnected(memberId: number, targetId: number): Promise<boolean> {
  if (await passOn(memberId, targetId, not(isConnected(pairOf(memberId, targetId))))) return true;
  if (await getConnectedMember(memberId, targetId)) return false;
  throw notFoundRefusal();
}

/**
 * Ends a match, or a conversation without a match: it disappears from both members' lists, and they no longer see each
 * other in Discover. Returns false if it has ended before, whoever ended it. Refuses members who were never connected
 * (absent), and more than 240 passes and undos a minute (too-many).
 */
export async function unmatch(memberId: number, targetId: number): Promise<boolean> {
  const pair = pairOf(memberId, targetId);
  if (await passOn(memberId, targetId, isConnected(pair))) return true;
  const [row] = await db.all<{ wasConnected: number }>(sql`select ${wasConnected(pair)} as wasConnected`);
  if (!row?.wasConnected) throw notFoundRefusal();
  return false;
}

/** The member to unmatch; undefined without a match or conversation. */
export async function getConnectedMember(memberId: number, targetId: number) {
  const isOther = and(canSee(memberId, targetId), isConnected(pairOf(memberId, targetId)));
  const [row] = await db.select({ firstName: member.firstName }).from(member).where(isOther);
  return row;
}

/** Passes on an existing member for whom `condition` holds. Returns whether there is one. */
async function passOn(memberId: number, targetId: number, condition?: SQL): Promise<boolean> {
  await consumeRateLimit("pass", memberId);
  // Whether the member can see the other makes no difference, so that a pass on a card that was just served succeeds.
  const isTarget = and(isSomebodyElse(memberId, targetId), condition);
  const canPass = exists(db.select({ id: member.id }).from(member).where(isTarget));
  const hasPassed = exists(
    db
      .select({ liked: decision.liked })
      .from(decision)
      .where(
        and(eq(decision.memberId, memberId), eq(decision.targetId, targetId), not(decision.liked), canPass),
      ),
  );
  const shared = db
    .select({ id: conversation.id })
    .from(conversation)
    .where(and(isOpenConversationOf(pairOf(memberId, targetId)), canView(memberId)));
  const both = { memberId, otherId: targetId };
  const [, decided] = await db.batch([
    enqueueEvent([memberId], "reset", "", sql`${and(canPass, exists(shared))}`),
    decide(memberId, false, isTarget),
    ...endShared(both, and(hasPassed, isConnected(pairOf(memberId, targetId)))),
    ...endConnections(both, hasPassed),
  ]);
  if (decided.length) notify([memberId, targetId]);
  return decided.length > 0;
}

async function like(memberId: number, targetId: number): Promise<{ mutual: boolean }> {
  await consumeRateLimit("like", memberId);
  const pair = pairOf(memberId, targetId);
  const isPair = and(eq(match.lowId, pair.lowId), eq(match.highId, pair.highId));
  const matchId = randomUUID();
  const now = Date.now();
  const canLike = canSee(memberId, targetId);
  const likes = (fromId: number, toId: number) =>
    exists(
      db
        .select({ liked: decision.liked })
        .from(decision)
        .where(and(eq(decision.memberId, fromId), eq(decision.targetId, toId), decision.liked)),
    );
  const [decided, , , , matches] = await db.batch([
    decide(memberId, true, canLike),
    db
      .insert(match)
      .select(
        db
          .select({
            id: sql`${matchId}`.as("id"),
            lowId: sql`${pair.lowId}`.as("low_id"),
            highId: sql`${pair.highId}`.as("high_id"),
            createdAt: sql`${now}`.as("created_at"),
          })
          .from(member)
          .where(
            and(
              canLike,
              // The sender of a request sees them as before.
              isNull(member.suspendedAt),
              likes(memberId, targetId),
              likes(targetId, memberId),
            ),
          ),
      )
      .onConflictDoNothing(),
    enqueueEventForPair(
      pair,
      "match",
      matchId,
      exists(db.select({ id: match.id }).from(match).where(eq(match.id, matchId))),
    ),
    db
      .update(conversation)
      .set({ acceptedAt: new Date(now), declinedAt: null })
      .where(
        and(
          isOpenConversationOf(pair),
          isNull(conversation.acceptedAt),
          exists(db.select({ lowId: match.lowId }).from(match).where(isPair)),
        ),
      ),
    db.select({ id: match.id }).from(match).where(isPair),
    insertNotifications("match", {
      to: member.id,
      subjectId: match.id,
      from: sql`${match} join ${member} on ${member.id} in (${match.lowId}, ${match.highId})`,
      // The member sees the match as they make it.
      readAt: sql`iif(${member.id} = ${memberId}, ${now}, null)`,
      where: eq(match.id, matchId),
    }),
  ]);
  if (!decided.length) throw notFoundRefusal();
  if (matches[0]?.id === matchId) notify([memberId, targetId]);
  return { mutual: matches.length > 0 };
}

/** The statement that saves a decision about the member that `which` selects, if any. */
function decide(memberId: number, liked: boolean, which: SQL | undefined) {
  return db
    .insert(decision)
    .select(
      db
        .select({
          memberId: sql`${memberId}`.as("member_id"),
          targetId: member.id,
          liked: sql`${Number(liked)}`.as("liked"),
          decidedAt: sql`${Date.now()}`.as("decided_at"),
        })
        .from(member)
        .where(which),
    )
    .onConflictDoUpdate({
      target: [decision.memberId, decision.targetId],
      set: {
        liked: sql`excluded.liked`,
        decidedAt: sql`case when ${decision.liked} = excluded.liked then ${decision.decidedAt} else excluded.decided_at end`,
      },
    })
    .returning({ liked: decision.liked });
}

/**
 * Undoes a pass, as if nothing had been decided; without a decision it changes nothing. A match that has ended stays ended,
 * and a member whom this one had sent a request is liked again: in Discover they would show what has become of it.
 * Returns whether they are. Refuses a like (conflict), and more than 240 passes and undos a minute (too-many).
 */
export async function removeDecision(memberId: number, targetUserId: number): Promise<boolean> {
  await consumeRateLimit("pass", memberId);
  const isOwn = and(eq(decision.memberId, memberId), eq(decision.targetId, targetUserId));
  const [asked] = await db
    .select({ id: member.id })
    .from(member)
    .innerJoin(decision, and(isOwn, not(decision.liked)))
    .where(and(canSee(memberId, targetUserId), hasRequested(memberId, targetUserId)));
  if (asked) {
    await like(memberId, targetUserId);
    return true;
  }
  const [, remaining] = await db.batch([
    db
      .delete(decision)
      .where(and(isOwn, not(decision.liked), not(wasConnected(pairOf(memberId, targetUserId))))),
    db
      .select({ liked: decision.liked })
      .from(decision)
      .innerJoin(member, eq(member.id, decision.targetId))
      .where(and(isOwn, decision.liked, isNull(member.deletedAt))),
  ]);
  if (remaining.length) throw new Refusal("conflict", "Only a pass can be undone.");
  return false;
}
