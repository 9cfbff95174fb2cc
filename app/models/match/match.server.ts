// Whom a member likes, and who likes them back.

import { db } from "db/client.server";
import { decision, match, member } from "db/schema";
import { and, desc, eq, isNull, type SQL, sql } from "drizzle-orm";
import { noBlockBetween } from "./block.server";
import type { MatchCursor, ShownMatch } from "./match";
import type { MemberCard } from "./member";
import type { Member } from "./member.server";
import { getMemberCards } from "./member-card.server";

const MATCH_PAGE = 100;

/**
 * Everyone the member liked and who is still there, the newest first, 100 a page, with the parameters of the next page;
 * mutual ones are marked and dated by the second like. `mutual` keeps only those, or only the others.
 */
export async function listMatches(
  viewer: Member,
  { mutual, after, limit = MATCH_PAGE }: { mutual?: boolean; after?: MatchCursor; limit?: number } = {},
): Promise<{ matches: ShownMatch[]; next?: { cursor: string } }> {
  const at = sql<number>`coalesce(${match.createdAt}, ${decision.decidedAt})`;
  const rows = await db
    .select({ matchId: match.id, targetId: decision.targetId, at })
    .from(decision)
    .innerJoin(member, eq(member.id, decision.targetId))
    .leftJoin(match, isPairOf(viewer.id))
    .where(
      and(
        eq(decision.memberId, viewer.id),
        decision.liked,
        isNull(member.deletedAt),
        noBlockBetween(viewer.id, decision.targetId),
        mutual === undefined ? undefined : sql`(${match.id} is not null) = ${mutual ? 1 : 0}`,
        after && sql`(${at}, ${decision.targetId}) < (${after.at}, ${after.targetId})`,
      ),
    )
    .orderBy(desc(at), desc(decision.targetId))
    .limit(limit);
  const cards = await getMemberCards(
    viewer,
    rows.map((row) => row.targetId),
  );
  const matches = rows.flatMap((row) => {
    const targetUser = cards.get(row.targetId);
    return targetUser ? [shownMatch(row, targetUser)] : [];
  });
  const last = rows.length === limit ? rows.at(-1) : undefined;
  return { matches, next: last && { cursor: `${last.at}-${last.targetId}` } };
}

/** How many mutual matches a member has. */
export async function countMutualMatches(memberId: number): Promise<number> {
  const [row] = await db
    .select({ count: sql<number>`count(*)` })
    .from(decision)
    .innerJoin(member, eq(member.id, decision.targetId))
    .innerJoin(match, isPairOf(memberId))
    .where(
      and(
        eq(decision.memberId, memberId),
        isNull(member.deletedAt),
        noBlockBetween(memberId, decision.targetId),
      ),
    );
  return row?.count ?? 0;
}

function isPairOf(memberId: number): SQL | undefined {
  return and(
    eq(match.lowId, sql`min(${memberId}, ${decision.targetId})`),
    eq(match.highId, sql`max(${memberId}, ${decision.targetId})`),
  );
}

function shownMatch(
  row: { matchId: string | null; targetId: number; at: number },
  targetUser: MemberCard,
): ShownMatch {
  return {
    id: row.matchId ?? `like-${row.targetId}`,
    createdAt: new Date(row.at).toISOString(),
    compatibilityScore: targetUser.compatibilityScore,
    mutual: row.matchId !== null,
    targetUser,
  };
}
