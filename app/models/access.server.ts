// Who sees whom and may open which conversation, as blocks, passes, ended connections, pauses and sanctions decide.

import type { Given } from "db/prepared.server";
import {
  block,
  conversation,
  decision,
  endedConnection,
  heldRequest,
  hiddenBySanction,
  match,
  member,
} from "db/schema";
import { hasRow } from "db/transaction.server";
import { and, type Column, eq, isNotNull, isNull, ne, not, or, type SQL, sql } from "drizzle-orm";
import { SQLiteAsyncDialect } from "drizzle-orm/sqlite-core";
import { fitsWishes, type Seeker } from "~/matching/candidate.server";
import type { ClosedTexts } from "~/matching/search-page.server";
import { isOfPair, isOneOfTwo, isOpenConversationOf, type Pair, pairInStatement } from "./pair.server";

/** A member in a statement: their id, or the column or expression that holds it. */
type Who = Given<Column | SQL | number>;

/** True if the first member has blocked the second. */
export function hasBlocked(from: Who, to: Who): SQL {
  return hasRow(block, and(eq(block.memberId, from), eq(block.targetId, to)));
}

/** True if one member has liked or passed on the other. */
export function hasDecidedOn(one: Who, other: Who): SQL {
  return hasRow(decision, and(eq(decision.memberId, one), eq(decision.targetId, other)));
}

/** True if the first member has not passed on the second; the second may have passed on the first. */
export function hasNotPassedOn(one: Who, other: Who): SQL {
  const hasPassed = and(not(decision.liked), eq(decision.memberId, one), eq(decision.targetId, other));
  return not(hasRow(decision, hasPassed));
}

/** True if the two match and no sanction hides the match. */
export function hasMatch(pair: Pair): SQL {
  return sql`(${hasRow(match, isOfPair(match, pair))} and ${not(wasConnected(pair))})`;
}

/** True if the two match or have an accepted conversation. A pending request doesn't count. */
export function isConnected(pair: Pair): SQL {
  const isAccepted = and(isOpenConversationOf(pair), isNotNull(conversation.acceptedAt));
  return sql`(${hasMatch(pair)} or ${hasRow(conversation, isAccepted)})`;
}

/** True if the two had a match or an accepted conversation that has ended or that a sanction hides. Either keeps them apart. */
export function wasConnected(pair: Pair): SQL {
  return hasRow(endedConnection, isOfPair(endedConnection, pair));
}

/** True if a sanction that stands hides the request or game with this id from others, or the request waits for a moderator. */
export function isHidden(id: Column): SQL {
  const isHeld = hasRow(heldRequest, eq(heldRequest.conversationId, id));
  return sql`(${hasRow(hiddenBySanction, eq(hiddenBySanction.subjectId, id))} or ${isHeld})`;
}

/** True unless one of the two has blocked the other, or their connection has ended. */
export function canMeet(one: Who, other: Who): SQL {
  return sql`(${not(hasBlocked(one, other))} and ${canBeMetBy(one, other)})`;
}

/** As `canMeet()`, but also true for members whom the viewer has blocked. */
export function canBeMetBy(viewer: Who, other: Who): SQL {
  return sql`(${not(hasBlocked(other, viewer))} and ${not(wasConnected(pairInStatement(viewer, other)))})`;
}

/**
 * Pairs of columns, the viewer's and the other member's, of tables whose rows hide the other from the viewer's Discover:
 * decisions and what keeps two members apart.
 */
const apart = [
  [decision.memberId, decision.targetId],
  [block.memberId, block.targetId],
  [block.targetId, block.memberId],
  [endedConnection.lowId, endedConnection.highId],
  [endedConnection.highId, endedConnection.lowId],
] as const;

/**
 * For the index in memory: the viewer themselves and the members found by these columns, looked up by id if there may be many.
 */
export const closedInDiscover: ClosedTexts = {
  ...closedTexts(apart),
  apart: closedTexts(apart.filter(([own]) => own.table !== decision)),
};

function closedTexts(columns: readonly (typeof apart)[number][]): { among: string; all: string } {
  const [viewer, id] = [sql.raw(":viewer"), sql.raw("hit.value")];
  const countsDecided = columns.some(([own]) => own.table === decision);
  const isClosed = or(
    eq(id, viewer),
    countsDecided ? hasDecidedOn(viewer, id) : undefined,
    not(canMeet(viewer, id)),
  );
  const others = columns.map(
    ([own, other]) => sql`union all select ${other} from ${own.table} where ${own} = ${viewer}`,
  );
  const textOf = (statement: SQL) => new SQLiteAsyncDialect().sqlToQuery(statement).sql;
  return {
    among: textOf(sql`select json_group_array(value) from json_each(:ids) as hit where ${isClosed}`),
    all: textOf(sql`select json_group_array(id) from (select ${viewer} as id ${sql.join(others, sql` `)})`),
  };
}

/**
 * True for each other `member` whom this one can see, or for `otherId` alone: the two can meet, and the other is not deleted,
 * suspended or waiting to be let in. Members who are paused or hidden are seen only by those they match or talk with, or have
 * sent a request.
 */
export function canSee(memberId: Who, otherId?: Column | SQL | number): SQL | undefined {
  const pair = pairInStatement(memberId, member.id);
  const hasAsked = and(
    isOpenConversationOf(pair),
    eq(conversation.startedBy, member.id),
    isKnownTo(memberId),
  );
  return and(
    otherId === undefined ? undefined : eq(member.id, otherId),
    ne(member.id, memberId),
    isNull(member.withdrawnAt),
    canMeet(memberId, member.id),
    or(isNull(member.unlistedAt), isConnected(pair), hasRow(conversation, hasAsked)),
  );
}

/** As `canSee()` with another's id, and also true for the member themselves. */
export function canSeeOrIs(memberId: number, id: number): SQL | undefined {
  return memberId === id ? eq(member.id, id) : canSee(memberId, id);
}

/**
 * True for each other `member`, or for `otherId` alone, whom this one could meet: they are connected, or Discover would show
 * each of them to the other. Neither is paused or hidden, and the viewer hasn't passed on them. Without passes it is symmetric.
 */
export function couldMeet(viewer: Seeker, otherId?: number): SQL | undefined {
  if (viewer.isAway) return sql`false`;
  return and(
    canSee(viewer.id, otherId),
    isNull(member.unlistedAt),
    hasNotPassedOn(viewer.id, member.id),
    or(isConnected(pairInStatement(viewer.id, member.id)), fitsWishes(viewer, member.id)),
  );
}

/**
 * True for the conversations a member may open: their own that haven't ended, while the two can meet and neither is suspended
 * or waits to be let in. An accepted one outlives the other's account. A request needs both accounts, its sender must see the
 * recipient, and its recipient must know about it. `which` replaces the condition that the member knows about it.
 */
export function canOpen(memberId: Who, which = isKnownTo(memberId)): SQL | undefined {
  const { lowId, highId, acceptedAt, startedBy } = conversation;
  const isUnlistedRecipient = and(
    isNotNull(member.unlistedAt),
    eq(startedBy, memberId),
    ne(member.id, memberId),
  );
  return and(
    isOneOfTwo(conversation, memberId),
    isNull(conversation.endedAt),
    which,
    canMeet(lowId, highId),
    neitherMember(
      or(
        isNotNull(member.suspendedAt),
        isNotNull(member.waitingSince),
        and(isNull(acceptedAt), or(isNotNull(member.deletedAt), isUnlistedRecipient)),
      ),
    ),
  );
}

/**
 * True for the conversations a member knows about: not for a request without a message, one they declined or passed on, or
 * one that a sanction hides.
 */
export function isKnownTo(memberId: Who): SQL | undefined {
  const { id, startedBy, acceptedAt, lastMessageAt, declinedAt } = conversation;
  const isOffered = and(isNotNull(lastMessageAt), isNull(declinedAt), not(isHidden(id)));
  return or(
    eq(startedBy, memberId),
    isNotNull(acceptedAt),
    and(isOffered, hasNotPassedOn(memberId, startedBy)),
  );
}

/** True for conversations whose members both still exist. */
export function hasBothMembers(): SQL {
  return neitherMember(isNotNull(member.deletedAt));
}

/**
 * True for accepted conversations whose members are both there (not paused, hidden, suspended, waiting or deleted) and, with
 * `setting`, have both left that on.
 */
export function hasBothPresent(setting?: "showsSeen" | "showsTyping"): SQL | undefined {
  const isOff = setting && not(member[setting]);
  const isAway = or(isNotNull(member.unlistedAt), isNotNull(member.withdrawnAt));
  return and(isNotNull(conversation.acceptedAt), neitherMember(or(isAway, isOff)));
}

function neitherMember(is: SQL | undefined): SQL {
  return not(hasRow(member, and(sql`${member.id} in (${conversation.lowId}, ${conversation.highId})`, is)));
}
