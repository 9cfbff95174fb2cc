// Who can see and meet whom, and open which conversation.
import { hasRow } from "db/has-row.server";
import type { Given } from "db/prepared.server";
import { block, conversation, decision, member } from "db/schema";
import { and, type Column, eq, isNotNull, isNull, ne, not, or, type SQL, sql } from "drizzle-orm";
import { hasRequested, isConnected, isOpenConversationOf, wasConnected } from "~/models/connected.server";
import { isOneOfTwo, otherMemberId, pairInStatement } from "~/models/pair.server";

/** True for the `member` row `targetId`, unless it is deleted or `memberId` itself. */
export function isOtherMember(memberId: number, targetId: number): SQL | undefined {
  return and(eq(member.id, targetId), ne(member.id, memberId), isNull(member.deletedAt));
}

/**
 * True if two members may meet: neither has blocked the other, and they had no match or accepted conversation that has
 * ended, which keeps them apart for good.
 */
export function canMeet(one: Given<Column | number>, other: Given<Column | number>): SQL {
  const isBlock = (from: Given<Column | number>, to: Given<Column | number>) =>
    and(eq(block.memberId, from), eq(block.targetId, to));
  const isBlocked = hasRow(block, or(isBlock(one, other), isBlock(other, one)));
  return sql`(${not(isBlocked)} and ${not(wasConnected(pairInStatement(one, other)))})`;
}

/** Like `canMeet()`, except that the sender of a pending request doesn't notice a block. */
export function mayStillMeet(memberId: Given<number>, otherId: Column): SQL | undefined {
  return or(canMeet(memberId, otherId), hasRequested(memberId, otherId));
}

/** True if neither member has passed on the other. */
function noPassBetween(one: Given<Column | number>, other: Given<Column | number>): SQL {
  const hasPassed = (from: Given<Column | number>, to: Given<Column | number>) =>
    and(eq(decision.memberId, from), eq(decision.targetId, to));
  return not(hasRow(decision, and(not(decision.liked), or(hasPassed(one, other), hasPassed(other, one)))));
}

/** True if one member has not passed on the other; the reverse may be. */
export function hasNotPassedOn(one: Given<Column | number> | SQL, other: Column | SQL | number): SQL {
  return not(
    hasRow(decision, and(not(decision.liked), eq(decision.memberId, one), eq(decision.targetId, other))),
  );
}

/** True for the `member` row `otherId` if `memberId` can see it. */
export function canSee(memberId: number, otherId: number): SQL | undefined {
  return and(isOtherMember(memberId, otherId), isVisibleTo(memberId));
}

/**
 * True for each `member` whom this one can see: not deleted or suspended, with no block either way and no connection that has
 * ended; one who is paused or hidden only with a match, a conversation or a request to answer. The sender of a request that
 * waits notices only a deletion.
 */
export function isVisibleTo(memberId: Given<number>): SQL | undefined {
  const pair = pairInStatement(memberId, member.id);
  const isAsked = hasRow(
    conversation,
    and(isOpenConversationOf(pair), isNotNull(conversation.lastMessageAt), isNull(conversation.declinedAt)),
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
  return and(isOpenTo(memberId), isKnownTo(memberId));
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
export function isOpenTo(memberId: Given<number>): SQL | undefined {
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

/**
 * True for a member's conversations that are on the other's pages too: not for a request that has no message yet, or that
 * the other has declined or passed on.
 */
export function isShownToOther(memberId: number): SQL | undefined {
  return or(
    ne(conversation.startedBy, memberId),
    isNotNull(conversation.acceptedAt),
    and(
      isNotNull(conversation.lastMessageAt),
      isNull(conversation.declinedAt),
      hasNotPassedOn(otherMemberId(conversation, memberId), memberId),
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
  return not(
    hasRow(member, and(sql`${member.id} in (${conversation.lowId}, ${conversation.highId})`, condition)),
  );
}
