// Brings back what a sanction ended, after an overturned appeal.

import type { EndedPart, EndedShares } from "db/column-types";
import { hasRow } from "db/has-row.server";
import { conversation, decision, endedConnection, match, member, playlist, triviaGame } from "db/schema";
import type { Tx } from "db/transaction.server";
import { and, asc, type Column, eq, isNotNull, isNull, lte, ne, not, or, type SQL, sql } from "drizzle-orm";
import { alias } from "drizzle-orm/sqlite-core";
import { publishEvent } from "~/live/publish.server";
import { hasBlocked, hasMatch, hasNotPassedOn, isConnected, wasConnected } from "~/models/access.server";
import { isOfPair, isOneOfTwo, otherMemberId } from "~/models/pair.server";

/** What a member shared with others, by whom they shared it with. */
type Shared = {
  matches: (EndedShares["matches"][number] & With)[];
  likes: (EndedShares["likes"][number] & With)[];
  conversations: ({ id: string } & With)[];
  playlists: (NonNullable<EndedShares["playlists"]>[number] & With)[];
  games: (NonNullable<EndedShares["games"]>[number] & With)[];
};
/** `isAsked`: a request from the member that nobody has accepted. */
type With = { otherId: number; isAsked?: boolean };

/**
 * Brings back what a sanction has ended `since` between its member and others, except with those who are erased, or where
 * either has blocked the other. A conversation stays ended if the two have begun another. Returns what stays ended because the
 * other is sanctioned as well, by their id. Takes the same number of statements however much there is.
 */
export async function restoreConnections(
  tx: Tx,
  memberId: number,
  ended: EndedPart,
  isSanctioned: SQL,
): Promise<Map<number, EndedPart>> {
  const { since, matches, likes, conversationIds, requestIds = [], playlists = [], games = [] } = ended;
  const shared: Shared = {
    matches: matches.map((each) => ({ ...each, otherId: each.lowId + each.highId - memberId })),
    likes: likes.map((each) => ({ ...each, otherId: each.memberId + each.targetId - memberId })),
    conversations: await listConversations(tx, memberId, conversationIds),
    playlists: await listPlaylists(tx, memberId, playlists),
    games: await listGames(tx, memberId, games, since),
  };
  const otherIds = Object.values(shared).flatMap((each) => each.map(({ otherId }) => otherId));
  const others = await findOthers(tx, memberId, otherIds, isSanctioned);
  // A sanction doesn't end the requests that its member has received: their senders must not notice it.
  const back = filterShared(shared, ({ otherId, isAsked }) =>
    isAsked ? others.has(otherId) : others.get(otherId) === false,
  );

  await restoreMatches(tx, back.matches);
  await reopenConversations(tx, back.conversations, requestIds);
  await restoreLikes(tx, back.likes);
  await restorePlaylists(tx, back.playlists);
  await restoreGames(tx, back.games);
  await deleteEndedConnections(tx, memberId);
  const partners = [...back.matches, ...back.conversations].map(({ otherId }) => otherId);
  await publishEvent(tx, "reset", [...new Set(partners)]);

  const sanctioned = [...others].flatMap(([id, isOut]) => (isOut ? id : []));
  return new Map(
    sanctioned.map((id) => [
      id,
      toEnded(
        filterShared(shared, ({ otherId, isAsked }) => otherId === id && !isAsked),
        since,
      ),
    ]),
  );
}

function toEnded({ conversations, ...shared }: Shared, since: number): EndedPart {
  const withoutOther = <Each extends With>({ otherId, isAsked, ...each }: Each) => each;
  return {
    since,
    matches: shared.matches.map(withoutOther),
    likes: shared.likes.map(withoutOther),
    conversationIds: conversations.map(({ id }) => id),
    playlists: shared.playlists.map(withoutOther),
    games: shared.games.map(withoutOther),
  };
}

function filterShared(shared: Shared, isIt: (each: With) => boolean): Shared {
  return {
    matches: shared.matches.filter(isIt),
    likes: shared.likes.filter(isIt),
    conversations: shared.conversations.filter(isIt),
    playlists: shared.playlists.filter(isIt),
    games: shared.games.filter(isIt),
  };
}

/**
 * Those of pairs that have no other conversation now; of several of a pair the newest. A request only if its sender hasn't taken
 * it back, and no connection of the two has ended since.
 */
async function listConversations(tx: Tx, memberId: number, ids: string[]) {
  const rows = ids.map((id) => ({ id }));
  const open = alias(conversation, "open");
  const isOpen = and(isOfPair(open, conversation), isNull(open.endedAt), ne(open.id, conversation.id));
  const hasOther = hasRow(open, isOpen);
  const { acceptedAt, startedBy } = conversation;
  const isStillAsked = and(
    hasNotPassedOn(startedBy, otherMemberId(conversation, startedBy)),
    not(wasConnected(conversation)),
  );
  const found = await tx
    .select({
      id: conversation.id,
      otherId: otherMemberId(conversation, memberId),
      isAsked: sql<boolean>`${startedBy} = ${memberId} and ${isNull(acceptedAt)}`.mapWith(Boolean),
    })
    .from(conversation)
    .where(
      and(
        isAmong(conversation.id, rows),
        not(hasOther),
        or(isNotNull(acceptedAt), hasMatch(conversation), isStillAsked),
      ),
    )
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
  const isMatched = hasMatch(conversation);
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

/** Those that haven't ended otherwise: a challenge that was dismissed can still be withdrawn. */
async function listGames(tx: Tx, memberId: number, ended: NonNullable<EndedShares["games"]>, since: number) {
  const { id, player1Id, player2Id, status, movedAt } = triviaGame;
  const rows = await tx
    .select({ id, otherId: sql<number>`${player1Id} + ${player2Id} - ${memberId}` })
    .from(triviaGame)
    .where(and(isAmong(id, ended), or(ne(status, "completed"), lte(movedAt, new Date(since)))));
  const others = new Map(rows.map((row) => [row.id, row.otherId]));
  return ended.flatMap((each) => {
    const otherId = others.get(each.id);
    return otherId === undefined ? [] : { ...each, otherId };
  });
}

/** Those of `otherIds` who are not erased, without a block between them and the member, and whether they are sanctioned. */
async function findOthers(tx: Tx, memberId: number, otherIds: number[], isSanctioned: SQL) {
  const isBlocked = or(hasBlocked(memberId, member.id), hasBlocked(member.id, memberId));
  const isOther = sql`${member.id} in (select value from json_each(${JSON.stringify(otherIds)}))`;
  const rows = await tx
    .select({ id: member.id, isSanctioned: sql<boolean>`${isSanctioned}`.mapWith(Boolean) })
    .from(member)
    // Includes deleted members in their grace period: they may come back.
    .where(and(isOther, isNull(member.purgedAt), not(isBlocked as SQL)));
  return new Map(rows.map((row) => [row.id, row.isSanctioned]));
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
  const isMatched = hasRow(match, eq(match.id, conversation.id));
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
  const isOfMember = isOneOfTwo(endedConnection, memberId);
  await tx.delete(endedConnection).where(and(isOfMember, isConnected(endedConnection)));
}

/** Rows as a table whose column `value` holds one each. */
function rowsOf(rows: object[]): SQL {
  return sql`json_each(${JSON.stringify(rows)})`;
}

function isAmong(id: Column, rows: { id: string }[]): SQL {
  return sql`${id} in (select value ->> 'id' from ${rowsOf(rows)})`;
}
