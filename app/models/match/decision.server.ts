// Likes and passes, and what follows from them: a match, or its end.
import { randomUUID } from "node:crypto";
import { db } from "db/client.server";
import { conversation, decision, heldRequest, match, member } from "db/schema";
import { type Database, hasRow, holds, type Tx, transaction } from "db/transaction.server";
import { and, eq, isNull, ne, not, or, type SQL } from "drizzle-orm";
import { msg } from "~/language/text";
import { publish, publishEvent } from "~/live/publish.server";
import { canOpen, canSee, hasMatch, isConnected, wasConnected } from "~/models/access.server";
import { isOpenConversationOf, pairOf } from "~/models/pair.server";
import { consumeRateLimit } from "~/models/rate-limit.server";
import { notFoundRefusal, Refusal } from "~/refusal";
import { endConnections, endEverything } from "./connection-end.server";
import type { Undone } from "./decision";
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
  await consumeRateLimit(liked ? "like" : "pass", memberId);
  return transaction(async (tx) => {
    if (liked) {
      const { mutual } = await like(tx, memberId, targetUserId);
      return { mutual };
    }
    await pass(tx, memberId, targetUserId);
    return { mutual: false };
  });
}

/** Whether a member has ever liked or passed on anybody. */
export async function hasDecided(memberId: number): Promise<boolean> {
  return holds(db, hasRow(decision, eq(decision.memberId, memberId)));
}

/**
 * Passes on a member as `decideOn()` does. For a visible member whom this one is connected with, it changes nothing and returns
 * false: `unmatch()` ends a connection.
 */
export async function passUnlessConnected(memberId: number, targetId: number): Promise<boolean> {
  await consumeRateLimit("pass", memberId);
  return transaction(async (tx) => {
    // A connected member who is no longer visible has no page to unmatch on, so the pass ends the connection.
    if (await getConnectedMember(memberId, targetId, tx)) return false;
    await pass(tx, memberId, targetId);
    return true;
  });
}

/**
 * Ends a match, or a conversation without a match: it disappears from both members' lists, and they no longer see each other in
 * Discover. Returns the other's first name; undefined if they are no longer visible or it had already ended, whoever ended it.
 * Refuses members who were never connected or have left (absent), and more than 240 passes and undos a minute (too-many).
 */
export async function unmatch(memberId: number, targetId: number): Promise<string | undefined> {
  await consumeRateLimit("pass", memberId);
  const pair = pairOf(memberId, targetId);
  return transaction(async (tx) => {
    if (await holds(tx, isConnected(pair))) {
      const target = await getConnectedMember(memberId, targetId, tx);
      await pass(tx, memberId, targetId);
      return target?.firstName;
    }
    if (!(await holds(tx, wasConnected(pair)))) throw notFoundRefusal();
    // What a sanction hides ends for good.
    await endEverything(tx, { memberId, otherId: targetId });
    return undefined;
  });
}

/** The member to unmatch; undefined without a match or conversation, or if they are no longer visible. */
export async function getConnectedMember(memberId: number, targetId: number, on: Database = db) {
  const isOther = and(canSee(memberId, targetId), isConnected(pairOf(memberId, targetId)));
  const [row] = await on.select({ firstName: member.firstName }).from(member).where(isOther);
  return row;
}

/** Passes on a member, visible or not: a card that was just served can be passed on. */
async function pass(tx: Tx, memberId: number, targetId: number): Promise<void> {
  const isThere = and(eq(member.id, targetId), ne(member.id, memberId), isNull(member.deletedAt));
  const [target] = await tx.select({ id: member.id }).from(member).where(isThere);
  if (!target) throw notFoundRefusal();
  const pair = pairOf(memberId, targetId);
  // Read before the pass is saved, which hides it.
  const [openConversation] = await tx
    .select({ id: conversation.id })
    .from(conversation)
    .where(and(isOpenConversationOf(pair), canOpen(memberId)));
  await saveDecision(tx, memberId, targetId, false);
  const both = { memberId, otherId: targetId };
  // A pass on a stranger ends no challenges; a connection that a sanction hides ends for good.
  if (await holds(tx, or(isConnected(pair), wasConnected(pair)) as SQL)) await endEverything(tx, both);
  else await endConnections(tx, both);
  // The end is told to the other. This member's open pages still list the conversation.
  if (openConversation) await publishEvent(tx, "reset", [memberId]);
}

/**
 * Likes a member who is visible to `memberId`; returns whether this like makes a match. Refuses anyone they can't see (absent).
 */
export async function like(
  tx: Tx,
  memberId: number,
  targetId: number,
): Promise<{ mutual: boolean; isNewMatch: boolean }> {
  const [target] = await tx.select({ id: member.id }).from(member).where(canSee(memberId, targetId));
  if (!target) throw notFoundRefusal();
  await saveDecision(tx, memberId, targetId, true);
  const pair = pairOf(memberId, targetId);
  if (await holds(tx, hasMatch(pair))) return { mutual: true, isNewMatch: false };
  const [likedBack] = await tx
    .select({ liked: decision.liked })
    .from(decision)
    .where(and(eq(decision.memberId, targetId), eq(decision.targetId, memberId), decision.liked));
  if (!likedBack) return { mutual: false, isNewMatch: false };
  const id = randomUUID();
  await tx.insert(match).values({ id, ...pair, createdAt: new Date() });
  await tx
    .update(conversation)
    .set({ acceptedAt: new Date(), declinedAt: null })
    .where(
      and(
        isOpenConversationOf(pair),
        isNull(conversation.acceptedAt),
        // A message that waits for a moderator goes on waiting.
        not(hasRow(heldRequest, eq(heldRequest.conversationId, conversation.id))),
      ),
    );
  await publish(tx, "match", { id, ...pair, by: memberId });
  return { mutual: true, isNewMatch: true };
}

/** Saves a decision; repeating one keeps its time. */
async function saveDecision(tx: Tx, memberId: number, targetId: number, liked: boolean): Promise<void> {
  const decidedAt = new Date();
  await tx
    .insert(decision)
    .values({ memberId, targetId, liked, decidedAt })
    .onConflictDoUpdate({
      target: [decision.memberId, decision.targetId],
      set: { liked, decidedAt },
      setWhere: ne(decision.liked, liked),
    });
}

/**
 * Undoes a pass, or a like that isn't mutual, as if nothing had been decided; without a decision it changes nothing. A match
 * that has ended stays ended. Refuses a mutual like and the like of a request (conflict), and more than 240 passes and undos a
 * minute (too-many). Returns what was undone.
 */
export async function undoDecision(memberId: number, targetUserId: number): Promise<Undone> {
  await consumeRateLimit("pass", memberId);
  const isOwn = and(eq(decision.memberId, memberId), eq(decision.targetId, targetUserId));
  const pair = pairOf(memberId, targetUserId);
  return transaction(async (tx) => {
    const [saved] = await tx
      .select({ liked: decision.liked, deletedAt: member.deletedAt })
      .from(decision)
      .innerJoin(member, eq(member.id, decision.targetId))
      .where(isOwn);
    if (!saved || (await holds(tx, wasConnected(pair)))) return "pass";
    const undone = saved.liked ? "like" : "pass";
    // A like of a deleted account is shown nowhere.
    if (saved.liked && saved.deletedAt) return undone;
    if (saved.liked) {
      if (await holds(tx, isConnected(pair))) throw new Refusal("conflict", msg("It's mutual by now."));
      const isRequest = and(isOpenConversationOf(pair), eq(conversation.startedBy, memberId));
      if (await tx.$count(conversation, isRequest))
        throw new Refusal("conflict", msg("You have started a message request to them."));
    }
    await tx.delete(decision).where(isOwn);
    return undone;
  });
}
