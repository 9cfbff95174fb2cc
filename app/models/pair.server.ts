// Pairs of members, stored with the lower id first, so that each pair has one key; and their rows, as seen by one of the two.

import type { Given } from "db/prepared.server";
import { conversation } from "db/schema";
import { hasRow } from "db/transaction.server";
import { and, type Column, eq, isNotNull, isNull, or, type SQL, sql } from "drizzle-orm";

/** The ids of two members, the lower one first. */
export type MemberPair = { lowId: number; highId: number };

/** The same as expressions in a statement. */
export type Pair = { lowId: Given<Column | number> | SQL; highId: Given<Column | number> | SQL };

/** Matches, conversations or ended connections. */
type PairTable = { lowId: Column; highId: Column };

/** The pair of two members. */
export function pairOf(one: number, other: number): MemberPair {
  return { lowId: Math.min(one, other), highId: Math.max(one, other) };
}

/** The pair of two members in a statement. */
export function pairInStatement(
  first: Given<Column | SQL | number>,
  second: Given<Column | SQL | number>,
): Pair {
  return { lowId: sql`min(${first}, ${second})`, highId: sql`max(${first}, ${second})` };
}

/** True for the rows of a pair. */
export function isOfPair({ lowId, highId }: PairTable, pair: Pair): SQL | undefined {
  return and(eq(lowId, pair.lowId), eq(highId, pair.highId));
}

/** True for the rows of pairs that the member is in. */
export function isOneOfTwo(
  { lowId, highId }: PairTable,
  memberId: Given<Column | SQL | number>,
): SQL | undefined {
  return or(eq(lowId, memberId), eq(highId, memberId));
}

/** The id of the other member of a pair that this one is in. */
export function otherMemberId({ lowId, highId }: PairTable, memberId: Given<number> | Column): SQL<number> {
  return sql<number>`${lowId} + ${highId} - ${memberId}`;
}

/** True for the conversation of two members that has not ended; there is at most one. */
export function isOpenConversationOf(pair: Pair): SQL | undefined {
  return and(isOfPair(conversation, pair), isNull(conversation.endedAt));
}

/** True if one of the two has closed their conversation with a goodbye. */
export function hasClosedConversation(pair: Pair): SQL {
  return hasRow(conversation, and(isOpenConversationOf(pair), isNotNull(conversation.closedAt)));
}
