// Whether two members have a match, a conversation, a request or a block, or had one.
import { hasRow } from "db/has-row.server";
import type { Given } from "db/prepared.server";
import { block, conversation, endedConnection, match } from "db/schema";
import { and, type Column, eq, isNotNull, isNull, not, or, type SQL, sql } from "drizzle-orm";
import { isOfPair, type Pair, pairInStatement } from "~/models/pair.server";

/** True if the two match. */
export function hasMatch(pair: Pair): SQL {
  return hasRow(match, isOfPair(match, pair));
}

/** True if the two match or have an accepted conversation. A pending request doesn't count. */
export function isConnected(pair: Pair): SQL {
  const isAccepted = and(isOpenConversationOf(pair), isNotNull(conversation.acceptedAt));
  return sql`(${hasMatch(pair)} or ${hasRow(conversation, isAccepted)})`;
}

/** True if the two had a match or an accepted conversation that has ended, which keeps them apart for good. */
export function wasConnected(pair: Pair): SQL {
  return hasRow(endedConnection, isOfPair(endedConnection, pair));
}

/**
 * True if the first member has started a request to the second that was never accepted, and hasn't blocked them. It stays
 * true whatever the second does, and even if the first takes the request back: what they see must not tell what became of it.
 */
export function hasRequested(from: Given<number>, to: Given<Column | number>): SQL {
  const pair = pairInStatement(from, to);
  const isRequest = and(
    isOfPair(conversation, pair),
    eq(conversation.startedBy, from),
    isNull(conversation.acceptedAt),
    or(isNull(conversation.endedAt), isNotNull(conversation.lastMessageAt)),
  );
  return sql`(${hasRow(conversation, isRequest)} and ${not(hasBlocked(from, to))} and ${not(wasConnected(pair))})`;
}

/** True if the first member has blocked the second. */
export function hasBlocked(from: Given<Column | number>, to: Given<Column | number>): SQL {
  return hasRow(block, and(eq(block.memberId, from), eq(block.targetId, to)));
}

/** True for the requests that have had their message and were never accepted, also once that message is deleted. */
export const isUnanswered = and(
  isNull(conversation.acceptedAt),
  isNotNull(conversation.lastMessageAt),
) as SQL;

/** True for the unanswered requests of a member, who gets no second one. */
export function isUsedRequest(memberId: Given<number>): SQL {
  return and(eq(conversation.startedBy, memberId), isUnanswered) as SQL;
}

/** True if one of the two has closed their conversation with a goodbye. */
export function hasClosedConversation(pair: Pair): SQL {
  return hasRow(conversation, and(isOpenConversationOf(pair), isNotNull(conversation.closedAt)));
}

/** True for the conversation of two members that has not ended; there is at most one. */
export function isOpenConversationOf(pair: Pair): SQL | undefined {
  return and(isOfPair(conversation, pair), isNull(conversation.endedAt));
}
