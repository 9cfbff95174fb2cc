// Pairs of members in statements: rows of matches and conversations, seen from one of the two.
import type { Given } from "db/prepared.server";
import type { conversation, endedConnection, match } from "db/schema";
import { type Column, eq, or, type SQL, sql } from "drizzle-orm";

type PairTable = typeof match | typeof conversation | typeof endedConnection;

/** The id of the other member of a pair that this one is in. */
export function otherMemberId({ lowId, highId }: PairTable, memberId: Given<number> | Column): SQL<number> {
  return sql<number>`${lowId} + ${highId} - ${memberId}`;
}

/** True for pairs that the member is in. */
export function isOneOfTwo({ lowId, highId }: PairTable, memberId: Given<number>): SQL | undefined {
  return or(eq(lowId, memberId), eq(highId, memberId));
}

/** Two members, lower id first. */
export type Pair = { lowId: Given<Column | number> | SQL; highId: Given<Column | number> | SQL };

/** The pair of two members in a statement. */
export function pairInStatement(first: Given<Column | number>, second: Given<Column | number>): Pair {
  return { lowId: sql`min(${first}, ${second})`, highId: sql`max(${first}, ${second})` };
}
