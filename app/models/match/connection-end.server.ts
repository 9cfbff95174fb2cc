// What two members share, and its end: it looks the same to the other member whoever ends it, and how.

import type { EndedShares } from "db/column-types";
import { hasRow } from "db/has-row.server";
import { conversation, decision, endedConnection, match, playlist, sanction, triviaGame } from "db/schema";
import type { Tx } from "db/transaction.server";
import { and, type Column, eq, isNotNull, isNull, ne, not, or, type SQL, sql } from "drizzle-orm";
import { union } from "drizzle-orm/sqlite-core";
import { publish, publishEvent } from "~/live/publish.server";
import { hasBothMembers, isConnected, isKnownTo } from "~/models/access.server";
import { endJointPlays } from "~/models/conversation/joint-play/joint-play-end.server";
import {
  isOfPair,
  isOneOfTwo,
  isOpenConversationOf,
  otherMemberId,
  pairInStatement,
  pairOf,
} from "~/models/pair.server";

/** Whose connections end: all of a member's, or the one with another member. */
type Scope = { memberId: number; otherId?: number };

/**
 * Ends what a member shares with another, or with everyone: matches, accepted conversations and requests the member has
 * sent, each of which stays in both members' list of ended conversations, so a match without one gets one. Likes between
 * the two become passes. A request the member has received stays, because its sender must not notice.
 */
export async function endConnections(tx: Tx, scope: Scope): Promise<void> {
  // Read first: afterwards nothing connects them.
  const others = await listMembersToReload(tx, scope);
  await endJointPlays(tx, isInScope(conversation, scope));
  await recordEndedConnections(tx, scope);
  await turnLikesIntoPasses(tx, scope);
  const now = new Date();
  await keepMatchesAsConversations(tx, scope, now);
  await tx.update(conversation).set({ endedAt: now }).where(isEnding(scope));
  await tx.delete(match).where(isInScope(match, scope));
  await publishEvent(tx, "reset", others);
}

/** Records who was connected, which keeps them apart for good. */
async function recordEndedConnections(tx: Tx, scope: Scope): Promise<void> {
  await tx
    .insert(endedConnection)
    .select(
      union(
        tx.select({ lowId: match.lowId, highId: match.highId }).from(match).where(isInScope(match, scope)),
        tx
          .select({ lowId: conversation.lowId, highId: conversation.highId })
          .from(conversation)
          .where(and(isEnding(scope), isNotNull(conversation.acceptedAt))),
      ),
    )
    .onConflictDoNothing();
}

async function turnLikesIntoPasses(tx: Tx, scope: Scope): Promise<void> {
  await tx
    .update(decision)
    .set({ liked: false, decidedAt: new Date() })
    .where(and(isDecisionBetween(scope), decision.liked));
}

/** Adds an ended conversation for each match without one, under its id, for the list of ended conversations. */
async function keepMatchesAsConversations(tx: Tx, scope: Scope, now: Date): Promise<void> {
  await tx.insert(conversation).select(
    tx
      .select({
        id: match.id,
        lowId: match.lowId,
        highId: match.highId,
        startedBy: sql`${match.lowId}`.as("started_by"),
        acceptedAt: sql`${match.createdAt}`.as("accepted_at"),
        declinedAt: sql`null`.as("declined_at"),
        lastMessageAt: sql`null`.as("last_message_at"),
        createdAt: match.createdAt,
        endedAt: sql`${now.getTime()}`.as("ended_at"),
        lastSenderId: sql`null`.as("last_sender_id"),
        closedAt: sql`null`.as("closed_at"),
        closedById: sql`null`.as("closed_by"),
        lowUnread: sql`0`.as("low_unread"),
        highUnread: sql`0`.as("high_unread"),
      })
      .from(match)
      .where(and(isInScope(match, scope), not(hasRow(conversation, isOpenConversationOf(match))))),
  );
}

/** The members whose lists an end changes. Nobody is told about the end of a request that they don't see. */
async function listMembersToReload(tx: Tx, scope: Scope): Promise<number[]> {
  const { memberId } = scope;
  const isSeen = and(
    isKnownTo(otherMemberId(conversation, memberId)),
    or(isNotNull(conversation.acceptedAt), hasBothMembers()),
  );
  const rows = await union(
    tx
      .select({ id: otherMemberId(match, memberId).as("id") })
      .from(match)
      .where(isInScope(match, scope)),
    tx
      .select({ id: otherMemberId(conversation, memberId).as("id") })
      .from(conversation)
      .where(and(isEnding(scope), isSeen)),
  );
  return rows.map(({ id }) => id);
}

/** Ends all that a member shares: games and playlists first, because the connection tells which games both know about. */
export async function endEverything(tx: Tx, scope: Scope): Promise<void> {
  await endGamesAndPlaylists(tx, scope);
  await endConnections(tx, scope);
}

/** Ends everything a member shares with others because of a sanction, which keeps it for `restoreConnections`. */
export async function endConnectionsBySanction(tx: Tx, sanctionId: string, memberId: number): Promise<void> {
  const scope = { memberId };
  const { player1Id, player2Id, status, dismissedAt } = triviaGame;
  const { id, acceptedAt, declinedAt } = conversation;
  const ending = await tx.select({ id, acceptedAt, declinedAt }).from(conversation).where(isEnding(scope));
  const kept: EndedShares = {
    matches: await tx
      .select({
        id: match.id,
        lowId: match.lowId,
        highId: match.highId,
        createdAt: sql<number>`${match.createdAt}`,
      })
      .from(match)
      .where(isInScope(match, scope)),
    conversationIds: ending.map(({ id }) => id),
    requestIds: ending.filter(({ acceptedAt, declinedAt }) => !acceptedAt && !declinedAt).map(({ id }) => id),
    likes: await tx
      .select({
        memberId: decision.memberId,
        targetId: decision.targetId,
        decidedAt: sql<number>`${decision.decidedAt}`,
      })
      .from(decision)
      .where(and(isDecisionBetween(scope), decision.liked)),
    playlists: await tx
      .select({ id: playlist.id, collaboratorId: sql<number>`${playlist.collaboratorId}` })
      .from(playlist)
      .where(
        and(
          isNotNull(playlist.collaboratorId),
          or(eq(playlist.ownerId, memberId), eq(playlist.collaboratorId, memberId)),
        ),
      ),
    games: await tx
      .select({ id: triviaGame.id, status, isDismissed: sql<0 | 1>`${dismissedAt} is not null` })
      .from(triviaGame)
      .where(and(ne(status, "completed"), or(eq(player1Id, memberId), eq(player2Id, memberId)))),
  };
  await tx.update(sanction).set({ ended: kept }).where(eq(sanction.id, sanctionId));
  await endEverything(tx, scope);
  await tx
    .update(conversation)
    .set({ declinedAt: conversation.endedAt })
    .where(sql`${id} in (select value from json_each(${JSON.stringify(kept.requestIds)}))`);
}

/**
 * Ends the games and playlists of two members, or of a member and everyone. A playlist stays with its owner alone, and a
 * game ends without a winner. So does a challenge if both know about it; the one that waits for the member who ends it
 * disappears for them only, so that the challenger doesn't notice.
 */
async function endGamesAndPlaylists(tx: Tx, { memberId, otherId }: Scope): Promise<void> {
  const isOther = (column: Column) => (otherId === undefined ? undefined : eq(column, otherId));
  const areBoth = (one: Column, other: Column) =>
    or(and(eq(one, memberId), isOther(other)), and(isOther(one), eq(other, memberId)));
  const { player1Id, player2Id, status } = triviaGame;
  const isShared = areBoth(player1Id, player2Id);
  const isKnown = or(eq(status, "active"), isConnected(pairInStatement(player1Id, player2Id)));
  // Opponents may share nothing else that would reload their pages.
  const running = await tx
    .select({ id: triviaGame.id, opponentId: sql<number>`${player1Id} + ${player2Id} - ${memberId}` })
    .from(triviaGame)
    .where(and(isShared, eq(status, "active")));
  for (const { id, opponentId } of running)
    await publish(tx, "game", { id, members: [opponentId], notified: [] });
  await tx
    .update(playlist)
    .set({ collaboratorId: null })
    .where(areBoth(playlist.ownerId, playlist.collaboratorId));
  await tx
    .update(triviaGame)
    .set({ dismissedAt: new Date() })
    .where(and(isShared, eq(status, "waiting"), eq(player2Id, memberId), not(isKnown as SQL)));
  await tx
    .update(triviaGame)
    .set({ status: "completed", ending: sql`iif(${isKnown}, 'ended', 'withdrawn')` })
    .where(and(isShared, ne(status, "completed"), or(isKnown, eq(player1Id, memberId))));
}

function isInScope(table: typeof match | typeof conversation, { memberId, otherId }: Scope): SQL | undefined {
  if (otherId === undefined) return isOneOfTwo(table, memberId);
  return isOfPair(table, pairOf(memberId, otherId));
}

function isEnding(scope: Scope): SQL | undefined {
  return and(
    isInScope(conversation, scope),
    isNull(conversation.endedAt),
    or(isNotNull(conversation.acceptedAt), eq(conversation.startedBy, scope.memberId)),
  );
}

/** True for the decisions of a member and those they are connected with on each other. */
function isDecisionBetween({ memberId, otherId }: Scope): SQL | undefined {
  const isOn = (from: Column, to: Column) =>
    and(eq(from, memberId), otherId === undefined ? undefined : eq(to, otherId));
  return and(
    or(isOn(decision.memberId, decision.targetId), isOn(decision.targetId, decision.memberId)),
    isConnected(pairInStatement(decision.memberId, decision.targetId)),
  );
}
