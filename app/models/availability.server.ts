// Who can see and meet whom, and open which conversation.
import { db } from "db/client.server";
import type { Given } from "db/prepared.server";
import { block, conversation, decision, member } from "db/schema";
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
import { hasRequested, isConnected, isOpenConversationOf, wasConnected } from "~/models/connected.server";
import { isOneOfTwo, otherMemberId, pairInStatement } from "~/models/pair.server";

/** True for the `member` row `targetId`, unless it is deleted or `memberId` itself. */
export function isOtherMember(memberId: number, targetId: number): SQL | undefined {
  return and(eq(member.id, targetId), ne(member.id, memberId), isNull(member.deletedAt));
}

/** True if the first member has blocked the second. */
export function hasBlocked(from: Column | number, to: Column | number): SQL {
  return exists(
    db
      .select({ targetId: block.targetId })
      .from(block)
      .where(and(eq(block.memberId, from), eq(block.targetId, to))),
  );
}

/**
 * True if two members may meet: neither has blocked the other, and they had no match or accepted conversation that has
 * ended, which keeps them apart for good.
 */
export function canMeet(one: Given<Column | number>, other: Given<Column | number>): SQL {
  const isBlock = (from: Given<Column | number>, to: Given<Column | number>) =>
    and(eq(block.memberId, from), eq(block.targetId, to));
  const blocked = db
    .select({ targetId: block.targetId })
    .from(block)
    .where(or(isBlock(one, other), isBlock(other, one)));
  return sql`(${notExists(blocked)} and ${not(wasConnected(pairInStatement(one, other)))})`;
}

/** Like `canMeet()`, except that the sender of a pending request doesn't notice a block. */
export function mayStillMeet(memberId: Given<number>, otherId: Column): SQL | undefined {
  return or(canMeet(memberId, otherId), hasRequested(memberId, otherId));
}

/** True if neither member has passed on the other. */
function noPassBetween(one: Given<Column | number>, other: Given<Column | number>): SQL {
  const hasPassed = (from: Given<Column | number>, to: Given<Column | number>) =>
    and(eq(decision.memberId, from), eq(decision.targetId, to));
  return notExists(
    db
      .select({ targetId: decision.targetId })
      .from(decision)
      .where(and(not(decision.liked), or(hasPassed(one, other), hasPassed(other, one)))),
  );
}

/** True if one member has not passed on the other; the reverse may be. */
export function hasNotPassedOn(one: Given<Column | number>, other: Column | SQL | number): SQL {
  return notExists(
    db
      .select({ targetId: decision.targetId })
      .from(decision)
      .where(and(not(decision.liked), eq(decision.memberId, one), eq(decision.targetId, other))),
  );
}

/** True for the `member` row `otherId` if `memberId` can see it. */
export function canSee(memberId: number, otherId: number): SQL | undefined {
  return and(isOtherMember(memberId, otherId), isVisibleTo(memberId));
}

/**
 * True for each `member` whom this one can see: not deleted, suspended or blocked either way, after no connection that has
 * ended, and if paused or hidden only with a match, a conversation or a request to answer. To the sender of a request that
 * waits, only a deletion shows.
 */
export function isVisibleTo(memberId: Given<number>): SQL | undefined {
  const pair = pairInStatement(memberId, member.id);
  const isAsked = exists(
    db
      .select({ id: conversation.id })
      .from(conversation)
      .where(
        and(
          isOpenConversationOf(pair),
          isNotNull(conversation.lastMessageAt),
          isNull(conversation.declinedAt),
        ),
      ),
  );
  return and(
    isNull(member.deletedAt),
    or(
      hasRequested(memberId, member.id),
      and(
        isNull(member.suspendedAt),
        canMeet(memberId, member.id),
        or(isNull(member.unlistedAt), isConnected(pair), isAsked),
      ),
    ),
  );
}

/**
 * True for the conversations a member may open: their own that haven't ended, if neither member is suspended and neither has
 * passed on or blocked the other. An accepted one outlives the other's account. A request without a message, or one that the
 * recipient has declined, is visible only to its sender, and stays so whatever the recipient does short of deleting their
 * account.
 */
export function canView(memberId: Given<number>): SQL | undefined {
  return and(isOwnConversation(memberId), isKnownTo(memberId));
}

/** True for conversations the member knows about, which excludes empty requests and those they declined. */
function isKnownTo(memberId: Given<number>): SQL | undefined {
  return or(
    eq(conversation.startedBy, memberId),
    isNotNull(conversation.acceptedAt),
    and(isNotNull(conversation.lastMessageAt), isNull(conversation.declinedAt)),
  );
}

/** True for a member's own conversations that have not ended and that nothing hides from them. */
export function isOwnConversation(memberId: Given<number>): SQL | undefined {
  const { lowId, highId } = conversation;
  return and(
    isOneOfTwo(conversation, memberId),
    isNull(conversation.endedAt),
    // Members who accepted a conversation keep it when the other leaves.
    or(isNotNull(conversation.acceptedAt), hasBothMembers()),
    or(
      and(
        noPassBetween(lowId, highId),
        canMeet(lowId, highId),
        neitherMemberIs(isNotNull(member.suspendedAt)),
      ),
      and(
        eq(conversation.startedBy, memberId),
        isNull(conversation.acceptedAt),
        hasNotPassedOn(memberId, otherMemberId(conversation, memberId)),
      ),
    ),
  );
}

/** True for conversations whose members both still exist. */
export function hasBothMembers(): SQL {
  return neitherMemberIs(isNotNull(member.deletedAt));
}

/** True for accepted conversations whose members are both there: not paused, hidden, suspended or deleted. */
export function hasBothPresent(): SQL | undefined {
  return and(isNotNull(conversation.acceptedAt), neitherMemberIs(isAway()));
}

/**
 * True for accepted conversations whose members both share this with each other: neither has turned it off, paused their
 * account, or is hidden, suspended or deleted.
 */
export function isSharedByBoth(setting: "showsSeen" | "showsTyping"): SQL | undefined {
  return and(isNotNull(conversation.acceptedAt), neitherMemberIs(or(not(member[setting]), isAway())));
}

function isAway(): SQL | undefined {
  return or(isNotNull(member.unlistedAt), isNotNull(member.withdrawnAt));
}

function neitherMemberIs(condition: SQL | undefined): SQL {
  return notExists(
    db
      .select({ id: member.id })
      .from(member)
      .where(and(sql`${member.id} in (${conversation.lowId}, ${conversation.highId})`, condition)),
  );
}
