// Ends the connection between two members when one passes on, unmatches or blocks the other.
import { db } from "db/client.server";
import type { Given } from "db/prepared.server";
import { conversation, decision, match, playlist, triviaGame } from "db/schema";
import { and, type Column, eq, exists, isNotNull, isNull, ne, not, or, type SQL, sql } from "drizzle-orm";
import type { BatchItem } from "drizzle-orm/batch";
import { pairOf } from "~/models/shared/pair";

/** Two members, lower id first. */
export type Pair = { lowId: Given<Column | number> | SQL; highId: Given<Column | number> | SQL };

/** Whose connection ends: a member's with another, ended by the first. */
type Ended = { memberId: number; otherId: number };

/** The pair of two members in a statement. */
export function pairInStatement(first: Given<Column | number>, second: Given<Column | number>): Pair {
  return { lowId: sql`min(${first}, ${second})`, highId: sql`max(${first}, ${second})` };
}

/** True if the two match or have an accepted conversation. A pending request doesn't count. */
export function isConnected(pair: Pair): SQL {
  const open = and(isOpenConversationOf(pair), isNotNull(conversation.acceptedAt));
  return sql`(${exists(db.select({ id: match.id }).from(match).where(isMatchOf(pair)))}
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
 * other in their likes or in Discover, and the match, the conversation and what they share end. The ended conversation
 * stays listed for both, so a match without one gets one.
 */
export function endConnection(ended: Ended, condition: SQL | undefined): BatchItem<"sqlite">[] {
  const pair = pairOf(ended.memberId, ended.otherId);
  const now = Date.now();
  const isBetween = or(
    and(eq(decision.memberId, pair.lowId), eq(decision.targetId, pair.highId)),
    and(eq(decision.memberId, pair.highId), eq(decision.targetId, pair.lowId)),
  );
  const hasConversation = exists(
    db.select({ id: conversation.id }).from(conversation).where(isOpenConversationOf(pair)),
  );
  return [
    // First, because the condition may depend on what follows.
    ...endShared(ended, condition),
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

/**
 * The statements that end what two members have begun together. A playlist stays with its owner alone, and a game ends
 * without a winner. So does a challenge if both know about it; the one that waits for the member who ends it disappears
 * for them only, so that the challenger doesn't notice.
 */
function endShared({ memberId, otherId }: Ended, condition: SQL | undefined): BatchItem<"sqlite">[] {
  const areBoth = (one: Column, other: Column) =>
    or(and(eq(one, memberId), eq(other, otherId)), and(eq(one, otherId), eq(other, memberId)));
  const { player1Id, player2Id, status } = triviaGame;
  const isShared = areBoth(player1Id, player2Id);
  const isKnown = or(eq(status, "active"), isConnected(pairInStatement(player1Id, player2Id)));
  return [
    db
      .update(playlist)
      .set({ collaboratorId: null })
      .where(and(areBoth(playlist.ownerId, playlist.collaboratorId), condition)),
    db
      .update(triviaGame)
      .set({ dismissedAt: new Date() })
      .where(and(isShared, eq(status, "waiting"), eq(player2Id, memberId), not(isKnown as SQL), condition)),
    db
      .update(triviaGame)
      .set({ status: "completed", ending: sql`iif(${isKnown}, 'ended', 'withdrawn')` })
      .where(and(isShared, ne(status, "completed"), or(isKnown, eq(player1Id, memberId)), condition)),
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
