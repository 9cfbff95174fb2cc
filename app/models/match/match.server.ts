// The members someone likes, and who likes them back.
import { db } from "db/client.server";
import { type Given, once } from "db/prepared.server";
import { decision, match, member } from "db/schema";
import { and, type Column, count, desc, eq, isNull, type SQL, sql } from "drizzle-orm";
import { unionAll } from "drizzle-orm/sqlite-core";
import { canMeet, canSee } from "~/models/access.server";
import { MAX_COUNT } from "~/models/count";
import { type NumberedCursor, splitPage } from "~/models/cursor";
import type { MemberCardDto } from "~/models/member/member";
import type { Member } from "~/models/member/member.server";
import { markSeen } from "~/models/notification/notification-reading.server";
import { isOfPair, isOneOfTwo, otherMemberId, pairInStatement, pairOf } from "~/models/pair.server";
import { getMemberCards } from "./member-card.server";

const PAGE_SIZE = 100;

/** A member the viewer liked. `mutual` means they liked back; then the second like is the date. */
export interface MatchDto extends ReturnType<typeof toMatchDto> {}

/**
 * The members the viewer liked and can still see, newest first, 100 a page, with the cursor of the next page. Mutual likes are
 * dated by the second like; `mutual` keeps only those, or only the others.
 */
export async function listMatches(
  viewer: Member,
  { mutual, after, limit = PAGE_SIZE }: { mutual?: boolean; after?: NumberedCursor; limit?: number } = {},
): Promise<{ matches: MatchDto[]; next?: { cursor: string } }> {
  const values = { memberId: viewer.id, ...after, limit: limit + 1 };
  const [low, high, liked] = after ? findMatchesAfter() : findMatches();
  const found = await Promise.all([
    low.all(mutual === false ? { ...values, limit: 0 } : values),
    high.all(mutual === false ? { ...values, limit: 0 } : values),
    liked.all(mutual ? { ...values, limit: 0 } : values),
  ]);
  const rows = found.flat().sort((one, other) => other.at - one.at || other.targetId - one.targetId);
  const { page, next } = splitPage(rows, limit, ({ at, targetId }) => ({ at, id: targetId }));
  const cards = await getMemberCards(
    viewer,
    page.map((row) => row.targetId),
  );
  const matches = page.flatMap((row) => {
    const targetUser = cards.get(row.targetId);
    return targetUser ? [toMatchDto(row, targetUser)] : [];
  });
  return { matches, next };
}

const findMatches = once(() => prepareMatches(undefined));
const findMatchesAfter = once(() => prepareMatches({ at: sql.placeholder("at"), id: sql.placeholder("id") }));

/** The end of a page, or placeholders for it in a prepared statement. */
type After = { [Name in keyof NumberedCursor]: Given<NumberedCursor[Name]> } | undefined;

function prepareMatches(after: After) {
  const { lowId, highId } = match;
  return [
    selectMatched(lowId, highId, after).prepare(),
    selectMatched(highId, lowId, after).prepare(),
    selectLiked(after).prepare(),
  ] as const;
}

/** The newest matches in which the member is on this side: an index has each side in this order. */
function selectMatched(own: Column, other: typeof match.lowId | typeof match.highId, after: After) {
  const memberId = sql.placeholder("memberId");
  return db
    .select({
      matchId: sql<string | null>`${match.id}`,
      targetId: other,
      at: millisecondsOf(match.createdAt),
    })
    .from(match)
    .innerJoin(decision, and(eq(decision.memberId, memberId), eq(decision.targetId, other)))
    .innerJoin(member, eq(member.id, other))
    .where(
      and(
        eq(own, memberId),
        decision.liked,
        isNull(member.withdrawnAt),
        canMeet(memberId, other),
        after && sql`(${match.createdAt}, ${other}) < (${after.at}, ${after.id})`,
      ),
    )
    .orderBy(desc(match.createdAt), desc(other))
    .limit(sql.placeholder("limit"));
}

/** The newest likes of a member that are not mutual. */
function selectLiked(after: After) {
  const memberId = sql.placeholder("memberId");
  const { targetId, decidedAt } = decision;
  return db
    .select({ matchId: sql<string | null>`null`, targetId, at: millisecondsOf(decidedAt) })
    .from(decision)
    .innerJoin(member, eq(member.id, targetId))
    .leftJoin(match, isOfPair(match, pairInStatement(memberId, targetId)))
    .where(
      and(
        eq(decision.memberId, memberId),
        decision.liked,
        isNull(match.id),
        canSee(memberId),
        after && sql`(${decidedAt}, ${targetId}) < (${after.at}, ${after.id})`,
      ),
    )
    .orderBy(desc(decidedAt), desc(targetId))
    .limit(sql.placeholder("limit"));
}

function millisecondsOf(moment: Column): SQL<number> {
  return sql<number>`${moment}`;
}

/** The id of the other member of a match, even of one that a sanction hides. */
export async function getMatchedMemberId(memberId: number, matchId: string): Promise<number | undefined> {
  const [row] = await db
    .select({ id: otherMemberId(match, memberId) })
    .from(match)
    .where(and(eq(match.id, matchId), isOneOfTwo(match, memberId)));
  return row?.id;
}

/** Marks the notification about a match as read, if the two match. */
export async function markMatchSeen(memberId: number, otherId: number) {
  const found = db
    .select({ id: match.id })
    .from(match)
    .where(isOfPair(match, pairOf(memberId, otherId)));
  await markSeen(memberId, ["match"], sql`${found}`);
}

/** How many mutual matches a member has, 100 at most. */
export async function countMutualMatches(memberId: number): Promise<number> {
  const [row] = await mutualCount().all({ memberId });
  return row?.count ?? 0;
}

const mutualCount = once(() => {
  const me = sql.placeholder("memberId");
  const selectSide = (own: Column, other: Column) =>
    db
      .select({ one: sql`1` })
      .from(match)
      .innerJoin(member, eq(member.id, other))
      .where(and(eq(own, me), isNull(member.withdrawnAt), canMeet(me, other)));
  const { lowId, highId } = match;
  const matched = unionAll(selectSide(lowId, highId), selectSide(highId, lowId))
    .limit(MAX_COUNT)
    .as("matched");
  return db.select({ count: count() }).from(matched).prepare();
});

type Row = Awaited<ReturnType<ReturnType<typeof prepareMatches>[number]["all"]>>[number];

function toMatchDto({ matchId, targetId, at, ...row }: Row, targetUser: MemberCardDto) {
  return {
    ...row,
    id: matchId ?? `like-${targetId}`,
    createdAt: new Date(at).toISOString(),
    compatibilityScore: targetUser.compatibilityScore,
    mutual: matchId !== null,
    targetUser,
  };
}
