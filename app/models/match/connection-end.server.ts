// Ends the connection between two members when one passes on, unmatches or blocks the other.
import { db } from "db/client.server";
import { conversation, decision, match } from "db/schema";
import { and, eq, exists, isNotNull, isNull, not, or, type SQL, sql } from "drizzle-orm";
import type { BatchItem } from "drizzle-orm/batch";

type Pair = { lowId: number; highId: number };

/** True if the two match or have an accepted conversation. A pending request doesn't count. */
export function isConnected(pair: Pair): SQL | undefined {
  return or(
    exists(db.select({ id: match.id }).from(match).where(isMatchOf(pair))),
    exists(
      db
        .select({ id: conversation.id })
        .from(conversation)
        .where(and(isOpenConversationOf(pair), isNotNull(conversation.acceptedAt))),
    ),
  );
}

/** True if the two had a match or an accepted conversation that has ended, for as long as either is kept. */
export function wasConnected(pair: Pair): SQL {
  const isOfPair = and(eq(conversation.lowId, pair.lowId), eq(conversation.highId, pair.highId));
  return exists(
    db
      .select({ id: conversation.id })
      .from(conversation)
      .where(and(isOfPair, isNotNull(conversation.endedAt), isNotNull(conversation.acceptedAt))),
  );
}

/**
 * The statements that end everything between two members if `condition` holds: likes become passes, so neither sees the
 * other in their likes or in Discover, and the match and conversation end. The ended conversation stays listed for
 * both, so a match without one gets one.
 */
export function endConnection(pair: Pair, condition: SQL | undefined): BatchItem<"sqlite">[] {
  const now = Date.now();
  const isBetween = or(
    and(eq(decision.memberId, pair.lowId), eq(decision.targetId, pair.highId)),
    and(eq(decision.memberId, pair.highId), eq(decision.targetId, pair.lowId)),
  );
  const hasConversation = exists(
    db.select({ id: conversation.id }).from(conversation).where(isOpenConversationOf(pair)),
  );
  return [
    db
      .update(decision)
      .set({ liked: false, decidedAt: new Date(now) })
      .where(and(isBetween, decision.liked, condition)),
    db.insert(conversation).select(
      db
        .select({
          id: match.id,
          lowId: match.lowId,
          highId: match.highId,
          startedBy: sql`${match.lowId}`.as("started_by"),
          acceptedAt: sql`${match.createdAt}`.as("accepted_at"),
          declinedAt: sql`null`.as("declined_at"),
          lastMessageAt: sql`null`.as("last_message_at"),
          createdAt: match.createdAt,
          endedAt: sql`${now}`.as("ended_at"),
          lowUnread: sql`0`.as("low_unread"),
          highUnread: sql`0`.as("high_unread"),
        })
        .from(match)
        .where(and(isMatchOf(pair), not(hasConversation), condition)),
    ),
    db
      .update(conversation)
      .set({ endedAt: new Date(now) })
      .where(and(isOpenConversationOf(pair), condition)),
    db.delete(match).where(and(isMatchOf(pair), condition)),
  ];
}

/** The match of two members. */
export function isMatchOf(pair: Pair): SQL | undefined {
  return and(eq(match.lowId, pair.lowId), eq(match.highId, pair.highId));
}

/** The conversation of two members that has not ended; there is at most one. */
export function isOpenConversationOf(pair: Pair): SQL | undefined {
  return and(
    eq(conversation.lowId, pair.lowId),
    eq(conversation.highId, pair.highId),
    isNull(conversation.endedAt),
  );
}
