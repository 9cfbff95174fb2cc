// Whether two members have a match, a conversation or a request, or had one.
import { db } from "db/client.server";
import type { Given } from "db/prepared.server";
import { block, conversation, endedConnection, match } from "db/schema";
import {
  and,
  type Column,
  eq,
  exists,
  isNotNull,
  isNull,
  not,
  notExists,
  or,
  type SQL,
  sql,
} from "drizzle-orm";
import { type Pair, pairInStatement } from "~/models/pair.server";

/** True if the two match or have an accepted conversation. A pending request doesn't count. */
export function isConnected(pair: Pair): SQL {
  const open = and(isOpenConversationOf(pair), isNotNull(conversation.acceptedAt));
  return sql`(${exists(db.select({ id: match.id }).from(match).where(isMatchOf(pair)))}
    or ${exists(db.select({ id: conversation.id }).from(conversation).where(open))})`;
}

/** True if the two had a match or an accepted conversation that has ended, which keeps them apart for good. */
export function wasConnected(pair: Pair): SQL {
  return exists(
    db
      .select({ one: sql`1` })
      .from(endedConnection)
      .where(and(eq(endedConnection.lowId, pair.lowId), eq(endedConnection.highId, pair.highId))),
  );
}

/**
 * True if the first member has started a request to the second that nobody answered, and has not blocked them, whatever the second has done since, and even
 * if the first took it back: what they see afterwards must not tell more.
 */
export function hasRequested(from: Given<number>, to: Given<Column | number>): SQL {
  const { lowId, highId } = pairInStatement(from, to);
  const blocked = db
    .select({ one: sql`1` })
    .from(block)
    .where(and(eq(block.memberId, from), eq(block.targetId, to)));
  const requested = db
    .select({ one: sql`1` })
    .from(conversation)
    .where(
      and(
        eq(conversation.lowId, lowId),
        eq(conversation.highId, highId),
        eq(conversation.startedBy, from),
        isNull(conversation.acceptedAt),
        or(isNull(conversation.endedAt), isNotNull(conversation.lastMessageAt)),
      ),
    );
  return sql`(${exists(requested)} and ${notExists(blocked)} and ${not(wasConnected({ lowId, highId }))})`;
}

/** The match of two members. */
export function isMatchOf(pair: Pair): SQL | undefined {
  return and(eq(match.lowId, pair.lowId), eq(match.highId, pair.highId));
}

/** True if one of the two has closed their conversation with a goodbye. */
export function hasClosedConversation(pair: Pair): SQL {
  return exists(
    db
      .select({ id: conversation.id })
      .from(conversation)
      .where(and(isOpenConversationOf(pair), isNotNull(conversation.closedAt))),
  );
}

/** The conversation of two members that has not ended; there is at most one. */
export function isOpenConversationOf(pair: Pair): SQL | undefined {
  return and(
    eq(conversation.lowId, pair.lowId),
    eq(conversation.highId, pair.highId),
    isNull(conversation.endedAt),
  );
}
