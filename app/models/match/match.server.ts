// The members someone likes, and who likes them back.

import { db } from "db/client.server";
import { type Given, once } from "db/prepared.server";
import { decision, match, member } from "db/schema";
import { and, count, desc, eq, inArray, isNotNull, isNull, or, type SQL, sql } from "drizzle-orm";
import type { MemberCardDto } from "~/models/member/member";
import type { Member } from "~/models/member/member.server";
import { getMemberCards } from "~/models/member/member-card.server";
import { markSeen } from "~/models/notification/notification-rows.server";
import { noBlockBetween } from "~/models/safety/block.server";
import { pairOf } from "~/models/shared/pair";
import { isMatchOf } from "./connection-end.server";
import type { MatchCursor, MatchDto } from "./match";

const PAGE_SIZE = 100;

/**
 * The existing members the viewer liked, newest first, 100 a page, with the cursor of the next page. Mutual likes are
 * dated by the second like; `mutual` keeps only those, or only the others.
 */
export async function listMatches(
  viewer: Member,
  { mutual, after, limit = PAGE_SIZE }: { mutual?: boolean; after?: MatchCursor; limit?: number } = {},
): Promise<{ matches: MatchDto[]; next?: { cursor: string } }> {
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
        isNull(member.withdrawnAt),
        noBlockBetween(viewer.id, decision.targetId),
        mutual === false ? isNull(match.id) : undefined,
        mutual ? and(isNotNull(match.id), inArray(decision.targetId, matchedIds(viewer.id))) : undefined,
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
    return targetUser ? [toMatchDto(row, targetUser)] : [];
  });
  const last = rows.length === limit ? rows.at(-1) : undefined;
  return { matches, next: last && { cursor: `${last.at}-${last.targetId}` } };
}

/** The id of the other member of a match. */
export async function getMatchedMemberId(memberId: number, matchId: string): Promise<number | undefined> {
  const isOwn = or(eq(match.lowId, memberId), eq(match.highId, memberId));
  const [row] = await db
    .select({ id: sql<number>`${match.lowId} + ${match.highId} - ${memberId}` })
    .from(match)
    .where(and(eq(match.id, matchId), isOwn));
  return row?.id;
}

/** Marks the notification about a match as read, if the two match. */
export async function markMatchSeen(memberId: number, otherId: number) {
  const found = db
    .select({ id: match.id })
    .from(match)
    .where(isMatchOf(pairOf(memberId, otherId)));
  await markSeen(memberId, ["match"], sql`${found}`);
}

/** How many mutual matches a member has. */
export async function countMutualMatches(memberId: number): Promise<number> {
  const [row] = await mutualCount().all({ memberId });
  return row?.count ?? 0;
}

const mutualCount = once(() => {
  const me = sql.placeholder("memberId");
  return db
    .select({ count: count() })
    .from(member)
    .where(and(inArray(member.id, matchedIds(me)), isNull(member.withdrawnAt), noBlockBetween(me, member.id)))
    .prepare();
});

/** The members someone has matched with, read from the few matches instead of thousands of decisions. */
function matchedIds(memberId: Given<number>) {
  return db
    .select({ id: sql<number>`iif(${match.lowId} = ${memberId}, ${match.highId}, ${match.lowId})` })
    .from(match)
    .where(or(eq(match.lowId, memberId), eq(match.highId, memberId)));
}

function isPairOf(memberId: number): SQL | undefined {
  return and(
    eq(match.lowId, sql`min(${memberId}, ${decision.targetId})`),
    eq(match.highId, sql`max(${memberId}, ${decision.targetId})`),
  );
}

function toMatchDto(
  row: { matchId: string | null; targetId: number; at: number },
  targetUser: MemberCardDto,
): MatchDto {
  return {
    id: row.matchId ?? `like-${row.targetId}`,
    createdAt: new Date(row.at).toISOString(),
    compatibilityScore: targetUser.compatibilityScore,
    mutual: row.matchId !== null,
    targetUser,
  };
}
