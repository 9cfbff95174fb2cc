// What two members share, and its end: it looks the same to the other member whoever ends it, and how.
import { db } from "db/client.server";
import type { Given } from "db/prepared.server";
import {
  block,
  conversation,
  decision,
  endedConnection,
  match,
  outbox,
  playlist,
  sanction,
  triviaGame,
} from "db/schema";
import {
  and,
  type Column,
  eq,
  exists,
  isNotNull,
  isNull,
  ne,
  not,
  notExists,
  or,
  type SQL,
  sql,
} from "drizzle-orm";
import type { BatchItem } from "drizzle-orm/batch";
import { union } from "drizzle-orm/sqlite-core";
import { eventColumns } from "~/live/outbox.server";
import { pairOf } from "~/models/shared/pair";
import { isOneOfTwo, otherMemberId } from "~/models/shared/pair.server";

/** Two members, lower id first. */
export type Pair = { lowId: Given<Column | number> | SQL; highId: Given<Column | number> | SQL };

const one = { one: sql`1` };

/** The pair of two members in a statement. */
export function pairInStatement(first: Given<Column | number>, second: Given<Column | number>): Pair {
  return { lowId: sql`min(${first}, ${second})`, highId: sql`max(${first}, ${second})` };
}

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
      .select(one)
      .from(endedConnection)
      .where(and(eq(endedConnection.lowId, pair.lowId), eq(endedConnection.highId, pair.highId))),
  );
}

/**
 * True if the first member has sent the second a request that nobody answered, whatever the second has done since, and even
 * if the first took it back: what they see afterwards must not tell more.
 */
export function hasRequested(from: Given<number>, to: Given<Column | number>): SQL {
  const { lowId, highId } = pairInStatement(from, to);
  const blocked = db
    .select(one)
    .from(block)
    .where(and(eq(block.memberId, from), eq(block.targetId, to)));
  const requested = db
    .select(one)
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

/** Whose connections end: all of a member's, or the one with another member. */
type Ended = { memberId: number; otherId?: number };

/**
 * The statements that end what a member shares with another, or with everyone, if `condition` holds: matches, accepted
 * conversations and requests the member has sent, each of which stays in both members' list of ended conversations, so a
 * match without one gets one. Likes between the two become passes. A request the member has received stays, because its
 * sender must not notice.
 */
export function endConnections(ended: Ended, condition?: SQL): BatchItem<"sqlite">[] {
  const now = Date.now();
  const { memberId } = ended;
  const ending = isEnding(ended);
  const connected = and(ending, isNotNull(conversation.acceptedAt));
  const matched = isOf(match, ended);
  const hasPassed = exists(
    db
      .select(one)
      .from(decision)
      .where(
        and(
          eq(decision.memberId, otherMemberId(conversation, memberId)),
          eq(decision.targetId, memberId),
          not(decision.liked),
        ),
      ),
  );
  const affected = union(
    db
      .select({ id: sql<number>`${otherMemberId(match, memberId)}`.as("id") })
      .from(match)
      .where(matched),
    db
      .select({ id: sql<number>`${otherMemberId(conversation, memberId)}`.as("id") })
      .from(conversation)
      .where(
        and(
          ending,
          // Nobody is told about the end of a request that they don't see.
          or(
            isNotNull(conversation.acceptedAt),
            and(isNotNull(conversation.lastMessageAt), isNull(conversation.declinedAt), not(hasPassed)),
          ),
        ),
      ),
  ).as("affected");
  return [
    db.insert(outbox).select(
      db
        .select(eventColumns(affected.id, "reset", ""))
        .from(affected)
        .where(condition),
    ),
    db
      .insert(endedConnection)
      .select(
        union(
          db.select({ lowId: match.lowId, highId: match.highId }).from(match).where(and(matched, condition)),
          db
            .select({ lowId: conversation.lowId, highId: conversation.highId })
            .from(conversation)
            .where(and(connected, condition)),
        ),
      )
      .onConflictDoNothing(),
    db
      .update(decision)
      .set({ liked: false, decidedAt: new Date(now) })
      .where(and(isBetween(ended), decision.liked, condition)),
    db.insert(conversation).select(
      db
        .select({
          id: match.id,
          lowId: match.lowId,
          highId: match.highId,
          startedBy: sql`${match.lowId}`.as("started_by"),
          acceptedAt: sql`${match.createdAt}`.as("accepted_at"),
          declinedAt: sql`null`.as("declined_at"),
          lastMessageAt: sql`null`.as("last_message_at"),
          createdAt: match.createdAt,
          endedAt: sql`${now}`.as("ended_at"),
          lowUnread: sql`0`.as("low_unread"),
          highUnread: sql`0`.as("high_unread"),
        })
        .from(match)
        .where(
          and(
            matched,
            notExists(db.select(one).from(conversation).where(isOpenConversationOf(match))),
            condition,
          ),
        ),
    ),
    db
      .update(conversation)
      .set({ endedAt: new Date(now) })
      .where(and(ending, condition)),
    db.delete(match).where(and(matched, condition)),
  ];
}

/**
 * The statements that end everything a member shares with others because of a sanction, if `condition` holds. The sanction
 * keeps what it ended for `restoreConnections`.
 */
export function endConnectionsBySanction(
  sanctionId: string,
  memberId: number,
  condition: SQL,
): BatchItem<"sqlite">[] {
  const ended = { memberId };
  const list = (object: SQL, rows: SQL) => sql`json((select json_group_array(${object}) from ${rows}))`;
  return [
    db
      .update(sanction)
      .set({
        ended: sql`json_object(
          'matches', ${list(
            sql`json_object('id', ${match.id}, 'lowId', ${match.lowId}, 'highId', ${match.highId}, 'createdAt', ${match.createdAt})`,
            sql`${match} where ${isOf(match, ended)}`,
          )},
          'conversationIds', ${list(sql`${conversation.id}`, sql`${conversation} where ${isEnding(ended)}`)},
          'likes', ${list(
            sql`json_object('memberId', ${decision.memberId}, 'targetId', ${decision.targetId}, 'decidedAt', ${decision.decidedAt})`,
            sql`${decision} where ${and(isBetween(ended), decision.liked)}`,
          )},
          'playlists', ${list(
            sql`json_object('id', ${playlist.id}, 'collaboratorId', ${playlist.collaboratorId})`,
            sql`${playlist} where ${playlist.collaboratorId} is not null and ${memberId} in (${playlist.ownerId}, ${playlist.collaboratorId})`,
          )},
          'games', ${list(
            sql`json_object('id', ${triviaGame.id}, 'status', ${triviaGame.status}, 'isDismissed', ${triviaGame.dismissedAt} is not null)`,
            sql`${triviaGame} where ${triviaGame.status} <> 'completed' and ${memberId} in (${triviaGame.player1Id}, ${triviaGame.player2Id})`,
          )})`,
      })
      .where(and(eq(sanction.id, sanctionId), condition)),
    ...endShared(ended, condition),
    ...endConnections(ended, condition),
  ];
}

/**
 * The statements that end what two members, or a member and everyone, have begun together, before `endConnections`. A
 * playlist stays with its owner alone, and a game ends without a winner. So does a challenge if both know about it; the
 * one that waits for the member who ends it disappears for them only, so that the challenger doesn't notice.
 */
export function endShared({ memberId, otherId }: Ended, condition?: SQL): BatchItem<"sqlite">[] {
  const isOther = (column: Column) => (otherId === undefined ? undefined : eq(column, otherId));
  const areBoth = (one: Column, other: Column) =>
    or(and(eq(one, memberId), isOther(other)), and(isOther(one), eq(other, memberId)));
  const { player1Id, player2Id, status } = triviaGame;
  const isShared = areBoth(player1Id, player2Id);
  const isKnown = or(eq(status, "active"), isConnected(pairInStatement(player1Id, player2Id)));
  return [
    // Opponents may share nothing else that would reload their pages.
    db.insert(outbox).select(
      db
        .select(eventColumns(sql`${player1Id} + ${player2Id} - ${memberId}`, "game", triviaGame.id))
        .from(triviaGame)
        .where(and(isShared, eq(status, "active"), condition)),
    ),
    db
      .update(playlist)
      .set({ collaboratorId: null })
      .where(and(areBoth(playlist.ownerId, playlist.collaboratorId), condition)),
    db
      .update(triviaGame)
      .set({ dismissedAt: new Date() })
      .where(and(isShared, eq(status, "waiting"), eq(player2Id, memberId), not(isKnown as SQL), condition)),
    db
      .update(triviaGame)
      .set({ status: "completed", ending: sql`iif(${isKnown}, 'ended', 'withdrawn')` })
      .where(and(isShared, ne(status, "completed"), or(isKnown, eq(player1Id, memberId)), condition)),
  ];
}

/** The match of two members. */
export function isMatchOf(pair: Pair): SQL | undefined {
  return and(eq(match.lowId, pair.lowId), eq(match.highId, pair.highId));
}

/** The conversation of two members that has not ended; there is at most one. */
export function isOpenConversationOf(pair: Pair): SQL | undefined {
  return and(
    eq(conversation.lowId, pair.lowId),
    eq(conversation.highId, pair.highId),
    isNull(conversation.endedAt),
  );
}

function isOf(table: typeof match | typeof conversation, { memberId, otherId }: Ended): SQL | undefined {
  if (otherId === undefined) return isOneOfTwo(table, memberId);
  const { lowId, highId } = pairOf(memberId, otherId);
  return and(eq(table.lowId, lowId), eq(table.highId, highId));
}

function isEnding(ended: Ended): SQL | undefined {
  return and(
    isOf(conversation, ended),
    isNull(conversation.endedAt),
    or(isNotNull(conversation.acceptedAt), eq(conversation.startedBy, ended.memberId)),
  );
}

/** True for the decisions of a member and those they are connected with on each other. */
function isBetween({ memberId, otherId }: Ended): SQL | undefined {
  const isOn = (from: Column, to: Column) =>
    and(eq(from, memberId), otherId === undefined ? undefined : eq(to, otherId));
  return and(
    or(isOn(decision.memberId, decision.targetId), isOn(decision.targetId, decision.memberId)),
    isConnected(pairInStatement(decision.memberId, decision.targetId)),
  );
}
