// Ends the connection between two members when one passes on, unmatches or blocks the other.
import { db } from "db/client.server";
import type { Given } from "db/prepared.server";
import { conversation, decision, match, playlist } from "db/schema";
import { and, type Column, eq, exists, isNotNull, isNull, not, or, type SQL, sql } from "drizzle-orm";
import type { BatchItem } from "drizzle-orm/batch";

type Pair = { lowId: number; highId: number };

/** True if the two match or have an accepted conversation. A pending request doesn't count. */
export function isConnected(pair: Pair): SQL {
  return areConnected(pair.lowId, pair.highId);
}

/** The same for two members in any order, who may be columns. */
export function areConnected(one: Given<Column | number>, other: Given<Column | number>): SQL {
  const isOfPair = ({ lowId, highId }: typeof match | typeof conversation) =>
    and(eq(lowId, sql`min(${one}, ${other})`), eq(highId, sql`max(${one}, ${other})`));
  const open = and(isOfPair(conversation), isNull(conversation.endedAt), isNotNull(conversation.acceptedAt));
  return sql`(${exists(db.select({ id: match.id }).from(match).where(isOfPair(match)))}
    or ${exists(db.select({ id: conversation.id }).from(conversation).where(open))})`;
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
 * other in their likes or in Discover, and the match, the conversation and shared playlists end. The ended conversation
 * stays listed for both, so a match without one gets one; a playlist stays with its owner.
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
    // Before what the condition may depend on.
    db
      .update(playlist)
      .set({ collaboratorId: null })
      .where(and(isSharedBy(pair), condition)),
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

/** The playlists of one of two members with the other as collaborator. */
function isSharedBy({ lowId, highId }: Pair): SQL | undefined {
  const { ownerId, collaboratorId } = playlist;
  return or(
    and(eq(ownerId, lowId), eq(collaboratorId, highId)),
    and(eq(ownerId, highId), eq(collaboratorId, lowId)),
  );
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
