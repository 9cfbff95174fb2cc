// Brings back what a sanction ended, after an overturned appeal.
import type { EndedShares } from "db/column-types";
import {
  conversation,
  decision,
  endedConnection,
  match,
  member,
  playlist,
  sanction,
  triviaGame,
} from "db/schema";
import type { Tx } from "db/transaction.server";
import { and, asc, type Column, eq, exists, inArray, isNull, ne, not, or, type SQL, sql } from "drizzle-orm";
import { alias } from "drizzle-orm/sqlite-core";
import { publishEvent } from "~/live/publish.server";
import { hasBlocked } from "~/models/availability.server";
import { isMatchOf, isOpenConversationOf } from "~/models/connected.server";
import { pairOf } from "~/models/pair";
import { isOneOfTwo, otherMemberId } from "~/models/pair.server";

/**
 * Brings back what a sanction ended between its member and others, except with those who are erased or have been sanctioned
 * since, or where either has blocked the other. A conversation stays ended if the two have begun another. Takes the same number of
 * statements however much there is.
 */
export async function restoreConnections(tx: Tx, memberId: number, ended: EndedShares): Promise<void> {
  const matches = ended.matches.map((each) => ({ ...each, otherId: each.lowId + each.highId - memberId }));
  const likes = ended.likes.map((each) => ({ ...each, otherId: each.memberId + each.targetId - memberId }));
  const conversations = await listConversations(tx, memberId, ended.conversationIds);
  const playlists = await listPlaylists(tx, memberId, ended.playlists ?? []);
  const games = await listGames(tx, memberId, ended.games ?? []);
  const others = [matches, likes, conversations, playlists, games].flat().map(({ otherId }) => otherId);
  const returning = await findReturning(tx, memberId, others);
  const isBack = ({ otherId }: { otherId: number }) => returning.has(otherId);

  await restoreMatches(tx, matches.filter(isBack));
  const reopened = conversations.filter(isBack);
  await reopenConversations(tx, reopened, ended.requestIds ?? []);
  await restoreLikes(tx, likes.filter(isBack));
  await restorePlaylists(tx, playlists.filter(isBack));
  await restoreGames(tx, games.filter(isBack));
  await deleteEndedConnections(tx, memberId);
  const partners = [...matches.filter(isBack), ...reopened].map(({ otherId }) => otherId);
  await publishEvent(tx, "reset", [...new Set(partners)]);
}

/** Keeps overturned decisions from restoring what two members shared before a block: unblocking restores nothing. */
export async function forgetEnded(tx: Tx, oneId: number, otherId: number): Promise<void> {
  const both = [oneId, otherId];
  const sanctions = await tx
    .select({ id: sanction.id, ended: sanction.ended })
    .from(sanction)
    .where(and(inArray(sanction.memberId, both), isNull(sanction.overturnedAt)));
  if (!sanctions.length) return;
  const { lowId, highId } = pairOf(oneId, otherId);
  const conversations = await tx
    .select({ id: conversation.id })
    .from(conversation)
    .where(and(eq(conversation.lowId, lowId), eq(conversation.highId, highId)));
  const games = await tx
    .select({ id: triviaGame.id })
    .from(triviaGame)
    .where(and(inArray(triviaGame.player1Id, both), inArray(triviaGame.player2Id, both)));
  const playlists = await tx
    .select({ id: playlist.id })
    .from(playlist)
    .where(inArray(playlist.ownerId, both));
  const ids = new Set([...conversations, ...games, ...playlists].map(({ id }) => id));
  const isOfOthers = (one: number, other: number) => !both.includes(one) || !both.includes(other);
  for (const { id, ended } of sanctions) {
    const left: EndedShares = {
      matches: ended.matches.filter((each) => isOfOthers(each.lowId, each.highId)),
      likes: ended.likes.filter((each) => isOfOthers(each.memberId, each.targetId)),
      conversationIds: ended.conversationIds.filter((each) => !ids.has(each)),
      requestIds: ended.requestIds?.filter((each) => !ids.has(each)),
      games: ended.games?.filter((each) => !ids.has(each.id)),
      playlists: ended.playlists?.filter((each) => !ids.has(each.id) || !both.includes(each.collaboratorId)),
    };
    await tx.update(sanction).set({ ended: left }).where(eq(sanction.id, id));
  }
}

/** Those of pairs that have no other conversation now; of several of a pair the newest. */
async function listConversations(tx: Tx, memberId: number, ids: string[]) {
  const rows = ids.map((id) => ({ id }));
  const open = alias(conversation, "open");
  const isOfPair = and(eq(open.lowId, conversation.lowId), eq(open.highId, conversation.highId));
  const hasOther = exists(
    tx
      .select({ id: open.id })
      .from(open)
      .where(and(isOfPair, isNull(open.endedAt), ne(open.id, conversation.id))),
  );
  const found = await tx
    .select({ id: conversation.id, otherId: otherMemberId(conversation, memberId) })
    .from(conversation)
    .where(and(isAmong(conversation.id, rows), not(hasOther)))
    .orderBy(asc(conversation.createdAt));
  return [...new Map(found.map((each) => [each.otherId, each])).values()];
}

/** Opens conversations again as they were; a request of two who match by now is accepted. */
async function reopenConversations(tx: Tx, conversations: { id: string }[], requestIds: string[]) {
  const { id, acceptedAt } = conversation;
  const known = new Set(requestIds);
  const requests = conversations.filter((each) => known.has(each.id));
  await tx.update(conversation).set({ endedAt: null }).where(isAmong(id, conversations));
  await tx.update(conversation).set({ declinedAt: null }).where(isAmong(id, requests));
  const isMatched = exists(tx.select({ id: match.id }).from(match).where(isMatchOf(conversation)));
  await tx
    .update(conversation)
    .set({ acceptedAt: new Date(), declinedAt: null })
    .where(and(isAmong(id, conversations), isNull(acceptedAt), isMatched));
}

/** Those that have no other collaborator now. */
async function listPlaylists(tx: Tx, memberId: number, ended: { id: string; collaboratorId: number }[]) {
  const owned = await tx
    .select({ id: playlist.id, ownerId: playlist.ownerId })
    .from(playlist)
    .where(and(isAmong(playlist.id, ended), isNull(playlist.collaboratorId)));
  const owners = new Map(owned.map(({ id, ownerId }) => [id, ownerId]));
  return ended.flatMap((each) => {
    const ownerId = owners.get(each.id);
    return ownerId === undefined ? [] : { ...each, otherId: ownerId + each.collaboratorId - memberId };
  });
}

async function listGames(tx: Tx, memberId: number, ended: NonNullable<EndedShares["games"]>) {
  const { id, player1Id, player2Id } = triviaGame;
  const rows = await tx
    .select({ id, otherId: sql<number>`${player1Id} + ${player2Id} - ${memberId}` })
    .from(triviaGame)
    .where(isAmong(id, ended));
  const others = new Map(rows.map((row) => [row.id, row.otherId]));
  return ended.flatMap((each) => {
    const otherId = others.get(each.id);
    return otherId === undefined ? [] : { ...each, otherId };
  });
}

/** Those of `others` who are not erased, suspended or hidden, without a block between them and the member. */
async function findReturning(tx: Tx, memberId: number, others: number[]): Promise<Set<number>> {
  // Includes deleted members in their grace period: they may come back.
  const isThere = and(isNull(member.purgedAt), isNull(member.suspendedAt), isNull(member.hiddenAt));
  const isBlocked = or(hasBlocked(memberId, member.id), hasBlocked(member.id, memberId));
  const isOther = sql`${member.id} in (select value from json_each(${JSON.stringify(others)}))`;
  const rows = await tx
    .select({ id: member.id })
    .from(member)
    .where(and(isOther, isThere, not(isBlocked as SQL)));
  return new Set(rows.map(({ id }) => id));
}

async function restoreMatches(tx: Tx, matches: EndedShares["matches"]) {
  await tx
    .insert(match)
    .select(
      sql`select value ->> 'id', value ->> 'lowId', value ->> 'highId', value ->> 'createdAt'
        from ${rowsOf(matches)} where true`,
    )
    .onConflictDoNothing();
  // The conversations that stood for matches without one in the list of ended ones.
  const isMatched = exists(tx.select({ id: match.id }).from(match).where(eq(match.id, conversation.id)));
  await tx.delete(conversation).where(and(isAmong(conversation.id, matches), isMatched));
}

async function restoreLikes(tx: Tx, likes: EndedShares["likes"]) {
  const isIt = sql`value ->> 'memberId' = ${decision.memberId} and value ->> 'targetId' = ${decision.targetId}`;
  await tx
    .update(decision)
    .set({ liked: true, decidedAt: sql`(select value ->> 'decidedAt' from ${rowsOf(likes)} where ${isIt})` })
    .where(
      sql`(${decision.memberId}, ${decision.targetId}) in (
        select value ->> 'memberId', value ->> 'targetId' from ${rowsOf(likes)})`,
    );
}

async function restorePlaylists(tx: Tx, playlists: NonNullable<EndedShares["playlists"]>) {
  const isIt = sql`value ->> 'id' = ${playlist.id}`;
  await tx
    .update(playlist)
    .set({ collaboratorId: sql`(select value ->> 'collaboratorId' from ${rowsOf(playlists)} where ${isIt})` })
    .where(isAmong(playlist.id, playlists));
}

async function restoreGames(tx: Tx, games: NonNullable<EndedShares["games"]>) {
  for (const status of ["waiting", "active"] as const) {
    const those = games.filter((game) => game.status === status);
    await tx.update(triviaGame).set({ status, ending: null }).where(isAmong(triviaGame.id, those));
  }
  const shown = games.filter(({ isDismissed }) => !isDismissed);
  await tx.update(triviaGame).set({ dismissedAt: null }).where(isAmong(triviaGame.id, shown));
}

/** Those who share something again are no longer kept apart. */
async function deleteEndedConnections(tx: Tx, memberId: number) {
  const isTogether = or(
    exists(tx.select({ id: match.id }).from(match).where(isMatchOf(endedConnection))),
    exists(
      tx.select({ id: conversation.id }).from(conversation).where(isOpenConversationOf(endedConnection)),
    ),
  );
  await tx.delete(endedConnection).where(and(isOneOfTwo(endedConnection, memberId), isTogether));
}

/** Rows as a table whose column `value` holds one each. */
function rowsOf(rows: object[]): SQL {
  return sql`json_each(${JSON.stringify(rows)})`;
}

function isAmong(id: Column, rows: { id: string }[]): SQL {
  return sql`${id} in (select value ->> 'id' from ${rowsOf(rows)})`;
}
