// What two members share, and ending it: the end looks the same to the other member, whoever ends it and how.

import { insertFrom } from "db/insert-from.server";
import {
  conversation,
  decision,
  endedConnection,
  hiddenBySanction,
  match,
  notification,
  plan,
  playlist,
  triviaGame,
} from "db/schema";
import { hasRow, type Tx } from "db/transaction.server";
import { and, type Column, eq, inArray, isNotNull, isNull, ne, not, or, type SQL, sql } from "drizzle-orm";
import { union, unionAll } from "drizzle-orm/sqlite-core";
import { publish, publishEvent } from "~/live/publish.server";
import { hasBothMembers, isConnected, isHidden, isKnownTo, wasConnected } from "~/models/access.server";
import { endJointPlays } from "~/models/conversation/joint-play/joint-play-end.server";
import { endPlans } from "~/models/conversation/plan/plan-state.server";
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
  // Read first: once everything has ended, nothing connects them.
  const others = await listMembersToReload(tx, scope);
  await endJointPlays(tx, isInScope(conversation, scope));
  await endPlans(tx, isInScope(conversation, scope));
  await turnLikesIntoPasses(tx, scope);
  await endConversations(tx, scope);
  await tx.delete(match).where(isInScope(match, scope));
  await publishEvent(tx, "reset", others);
}

/** Dates the end of conversations, those of matches included, and records who was connected, which keeps them apart. */
async function endConversations(tx: Tx, scope: Scope, sanctionId = "", which?: SQL): Promise<void> {
  const now = new Date();
  await keepMatchesAsConversations(tx, scope, now);
  await recordEndedConnections(tx, scope, sanctionId);
  await tx
    .update(conversation)
    .set({ endedAt: now })
    .where(and(isEnding(scope), which));
}

/** Records pairs who are connected, or whose connection a sanction hides. */
async function recordEndedConnections(tx: Tx, scope: Scope, sanctionId: string): Promise<void> {
  await recordEnded(tx, match, isInScope(match, scope), sanctionId);
  const isAccepted = and(isEnding(scope), isNotNull(conversation.acceptedAt));
  await recordEnded(tx, conversation, isAccepted, sanctionId);
  const isHiddenBySanction = and(isInScope(endedConnection, scope), ne(endedConnection.sanctionId, ""));
  await recordEnded(tx, endedConnection, isHiddenBySanction, sanctionId);
}

function recordEnded(
  tx: Tx,
  of: typeof match | typeof conversation | typeof endedConnection,
  which: SQL | undefined,
  sanctionId: string,
) {
  return insertFrom(tx, endedConnection, { lowId: of.lowId, highId: of.highId, sanctionId }, (select) =>
    select.from(of).where(which),
  ).onConflictDoNothing();
}

async function turnLikesIntoPasses(tx: Tx, scope: Scope): Promise<void> {
  await tx
    .update(decision)
    .set({ liked: false, decidedAt: new Date() })
    .where(and(isDecisionBetween(scope), decision.liked));
}

/** Adds an ended conversation for each match without one, under its id, for the list of ended conversations. */
async function keepMatchesAsConversations(tx: Tx, scope: Scope, now: Date): Promise<void> {
  const { id, lowId, highId, createdAt } = match;
  const row = {
    ...{ id, lowId, highId, startedBy: lowId, createdAt, acceptedAt: createdAt, endedAt: now },
    ...{ declinedAt: null, lastMessageAt: null, lastSenderId: null, closedAt: null, closedById: null },
    ...{ lowUnread: false, highUnread: false },
  };
  await insertFrom(tx, conversation, row, (select) =>
    select.from(match).where(and(isStanding(scope), not(hasRow(conversation, isOpenConversationOf(match))))),
  );
}

/** The members whose lists change. The end of a request is not announced to members who don't see it. */
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
      .where(isStanding(scope)),
    tx
      .select({ id: otherMemberId(conversation, memberId).as("id") })
      .from(conversation)
      .where(and(isEnding(scope), isSeen)),
  );
  return rows.map(({ id }) => id);
}

/**
 * Ends everything that a member shares with another, games and playlists first, because the connection tells which games both
 * know about. Notifications about it disappear from the member's own devices.
 */
export async function endEverything(tx: Tx, scope: Required<Scope>): Promise<void> {
  await readNotificationsAbout(tx, scope);
  await endGamesAndPlaylists(tx, scope);
  await endConnections(tx, scope);
}

/** Marks a member's notifications of what they share with another as read, which closes them on devices that show them. */
async function readNotificationsAbout(tx: Tx, scope: Required<Scope>): Promise<void> {
  const { ownerId, collaboratorId } = playlist;
  const { player1Id, player2Id } = triviaGame;
  const shared = unionAll(
    tx.select({ id: match.id }).from(match).where(isInScope(match, scope)),
    tx.select({ id: conversation.id }).from(conversation).where(isInScope(conversation, scope)),
    tx
      .select({ id: plan.id })
      .from(plan)
      .innerJoin(conversation, eq(conversation.id, plan.conversationId))
      .where(isInScope(conversation, scope)),
    tx
      .select({ id: triviaGame.id })
      .from(triviaGame)
      .where(areBoth(scope, player1Id, player2Id)),
    tx
      .select({ id: playlist.id })
      .from(playlist)
      .where(areBoth(scope, ownerId, collaboratorId)),
  );
  await tx
    .update(notification)
    .set({ readAt: new Date() })
    .where(
      and(
        eq(notification.memberId, scope.memberId),
        isNull(notification.readAt),
        inArray(notification.subjectId, shared),
      ),
    );
}

/**
 * Hides everything that a member shares with others, and the requests they have sent, while a sanction is in force: it looks as
 * if the member had ended it. Nothing else changes, so `showConnections()` has nothing to restore.
 */
export async function hideConnections(tx: Tx, sanctionId: string, memberId: number): Promise<void> {
  const scope = { memberId };
  await publishGames(tx, scope);
  const { id, startedBy, acceptedAt, declinedAt, lastMessageAt, endedAt } = conversation;
  const isRequest = and(
    eq(startedBy, memberId),
    isNull(acceptedAt),
    isNull(endedAt),
    isNotNull(lastMessageAt),
  );
  const isOwn = eq(triviaGame.player1Id, memberId);
  const isActive = and(eq(triviaGame.status, "active"), or(isOwn, eq(triviaGame.player2Id, memberId)));
  const others = await listMembersToReload(tx, scope);
  await insertFrom(tx, hiddenBySanction, { subjectId: id, sanctionId }, (select) =>
    select.from(conversation).where(and(isRequest, isNull(declinedAt))),
  );
  await insertFrom(tx, hiddenBySanction, { subjectId: triviaGame.id, sanctionId }, (select) =>
    select.from(triviaGame).where(and(ne(triviaGame.status, "completed"), or(isOwn, isActive))),
  );
  await endJointPlays(tx, isInScope(conversation, scope));
  await endPlans(tx, isInScope(conversation, scope));
  await endConversations(tx, scope, sanctionId, isNotNull(acceptedAt));
  await publishEvent(tx, "reset", others);
}

/**
 * Shows what a sanction has hidden, except what a member has ended since, or another sanction hides as well. Nobody could move
 * in its games, so their waiting time starts anew.
 */
export async function showConnections(tx: Tx, sanctionId: string, memberId: number): Promise<void> {
  const hidden = await tx
    .delete(hiddenBySanction)
    .where(eq(hiddenBySanction.sanctionId, sanctionId))
    .returning({ id: hiddenBySanction.subjectId });
  const ids = JSON.stringify(hidden.map(({ id }) => id));
  const isAmong = (id: Column) => sql`${id} in (select value from json_each(${ids}))`;
  await tx
    .update(triviaGame)
    .set({ movedAt: new Date() })
    .where(and(isAmong(triviaGame.id), eq(triviaGame.status, "active")));
  const { id, acceptedAt } = conversation;
  // Connections with members who were erased meanwhile; nothing else connects or separates the two anymore.
  await tx
    .update(conversation)
    .set({ endedAt: null })
    .where(and(isAmong(id), isNotNull(acceptedAt), not(isHidden(id)), not(wasConnected(conversation))));
  const shown = await tx
    .delete(endedConnection)
    .where(and(isOneOfTwo(endedConnection, memberId), eq(endedConnection.sanctionId, sanctionId)))
    .returning({ otherId: otherMemberId(endedConnection, memberId) });
  const others = JSON.stringify(shown.map(({ otherId }) => otherId));
  const isShown = and(
    isOneOfTwo(conversation, memberId),
    sql`${otherMemberId(conversation, memberId)} in (select value from json_each(${others}))`,
    not(wasConnected(conversation)),
  );
  // The conversations that stood for matches without one in the list of ended conversations.
  await tx.delete(conversation).where(and(isShown, hasRow(match, eq(match.id, conversation.id))));
  await tx
    .update(conversation)
    .set({ endedAt: null })
    .where(and(isShown, isNotNull(conversation.acceptedAt)));
}

/**
 * Ends the games and playlists of two members. A playlist stays with its owner alone, and a game ends without a winner, as does
 * a challenge that both know about. A challenge that waits for the member who ends it disappears for them only, so that the
 * challenger doesn't notice.
 */
async function endGamesAndPlaylists(tx: Tx, scope: Required<Scope>): Promise<void> {
  const { memberId } = scope;
  const { player1Id, player2Id, status } = triviaGame;
  const isShared = areBoth(scope, player1Id, player2Id);
  const players = pairInStatement(player1Id, player2Id);
  const isKnown = or(eq(status, "active"), isConnected(players), wasConnected(players));
  await publishGames(tx, scope);
  await tx
    .update(playlist)
    .set({ collaboratorId: null })
    .where(areBoth(scope, playlist.ownerId, playlist.collaboratorId));
  await tx
    .update(triviaGame)
    .set({ dismissedAt: new Date() })
    .where(and(isShared, eq(status, "waiting"), eq(player2Id, memberId), not(isKnown as SQL)));
  await tx
    .update(triviaGame)
    .set({ status: "completed", ending: sql`iif(${isKnown}, 'ended', 'withdrawn')` })
    .where(and(isShared, ne(status, "completed"), or(isKnown, eq(player1Id, memberId))));
}

/** True for the matches that no sanction hides. */
function isStanding(scope: Scope): SQL | undefined {
  return and(isInScope(match, scope), not(wasConnected(match)));
}

/** True if the two columns name the two members, in either order. */
function areBoth({ memberId, otherId }: Required<Scope>, one: Column, other: Column): SQL | undefined {
  return or(and(eq(one, memberId), eq(other, otherId)), and(eq(one, otherId), eq(other, memberId)));
}

function isInScope(
  table: typeof match | typeof conversation | typeof endedConnection,
  { memberId, otherId }: Scope,
): SQL | undefined {
  if (otherId === undefined) return isOneOfTwo(table, memberId);
  return isOfPair(table, pairOf(memberId, otherId));
}

/** Tells the opponents in running games, whose pages might not reload for any other reason. */
async function publishGames(tx: Tx, { memberId, otherId }: Scope): Promise<void> {
  const { id, player1Id, player2Id, status } = triviaGame;
  const isWithOther = otherId === undefined ? undefined : or(eq(player1Id, otherId), eq(player2Id, otherId));
  const isOwn = and(or(eq(player1Id, memberId), eq(player2Id, memberId)), isWithOther);
  const isHiddenOne = or(wasConnected(pairInStatement(player1Id, player2Id)), isHidden(id)) as SQL;
  const running = await tx
    .select({ id, opponentId: sql<number>`${player1Id} + ${player2Id} - ${memberId}` })
    .from(triviaGame)
    .where(and(isOwn, eq(status, "active"), not(isHiddenOne)));
  for (const { id, opponentId } of running)
    await publish(tx, "game", { id, members: [opponentId], notified: [] });
}

function isEnding(scope: Scope): SQL | undefined {
  return and(
    isInScope(conversation, scope),
    isNull(conversation.endedAt),
    or(isNotNull(conversation.acceptedAt), eq(conversation.startedBy, scope.memberId)),
  );
}

/** True for the decisions of a member and those they are or were connected with on each other. */
function isDecisionBetween({ memberId, otherId }: Scope): SQL | undefined {
  const decided = pairInStatement(decision.memberId, decision.targetId);
  const isOn = (from: Column, to: Column) =>
    and(eq(from, memberId), otherId === undefined ? undefined : eq(to, otherId));
  return and(
    or(isOn(decision.memberId, decision.targetId), isOn(decision.targetId, decision.memberId)),
    or(isConnected(decided), wasConnected(decided)),
  );
}
