// Who can see a game, and who can continue it.

import type { Given } from "db/prepared.server";
import { conversation, member, triviaGame } from "db/schema";
import { hasRow } from "db/transaction.server";
import { and, type Column, eq, isNotNull, isNull, or, type SQL, sql } from "drizzle-orm";
import { canSee, hasNotPassedOn, isConnected, isHidden, wasConnected } from "~/models/access.server";
import { isOpenConversationOf, pairInStatement } from "~/models/pair.server";

const { player1Id, player2Id, status, ending } = triviaGame;

/** True if the players match or have an accepted conversation. */
export const areConnected = isConnected(pairInStatement(player1Id, player2Id));

const haveEnded = wasConnected(pairInStatement(player1Id, player2Id));

/** True for open games that nobody can continue, because a player is gone or a sanction hides the game. */
export const isOrphaned = sql<number>`(${status} <> 'completed' and (${haveEnded}
  or (${status} = 'active' and ${isHidden(triviaGame.id)})
  or exists (select 1 from member where id in (${player1Id}, ${player2Id}) and deleted_at is not null)))`;

/**
 * True for the games a member sees: their own, whatever happens between the two, except challenges to somebody they can't see,
 * and challenges from others whom they have passed on or blocked, that a stranger has withdrawn, or whose paused challenger has
 * an unanswered request from them.
 */
export function canSeeGame(memberId: Given<number | Column>): SQL {
  const isSeen = or(isNotNull(member.deletedAt), canSee(player1Id));
  const hasAsked = and(
    isOpenConversationOf(pairInStatement(player1Id, player2Id)),
    eq(conversation.startedBy, memberId),
    isNull(conversation.acceptedAt),
  );
  const isGone = or(
    isNotNull(member.withdrawnAt),
    and(isNotNull(member.unlistedAt), hasRow(conversation, hasAsked)),
  );
  return sql`(${player1Id} = ${memberId} or ${player2Id} = ${memberId}) and case
    when ${ending} = 'withdrawn' then ${player1Id} = ${memberId} or ${areConnected}
    when ${status} <> 'waiting' or ${haveEnded} then true
    when ${player1Id} = ${memberId} then ${hasRow(member, and(eq(member.id, player2Id), isSeen))}
    else ${triviaGame.dismissedAt} is null and not ${isHidden(triviaGame.id)}
      and ${hasNotPassedOn(player2Id, player1Id)}
      and not ${hasRow(member, and(eq(member.id, player1Id), isGone))} end`;
}

/** True if the member sees a game with the other. */
export function hasGameWith(memberId: number, otherId: number): SQL {
  return hasRow(triviaGame, and(or(eq(player1Id, otherId), eq(player2Id, otherId)), canSeeGame(memberId)));
}

/** True for the open games that a member sees and can continue. */
export function canPlay(memberId: Given<number | Column>): SQL {
  return sql`${canSeeGame(memberId)} and ${status} <> 'completed' and not ${isOrphaned}`;
}

/** True unless a stranger challenges the member: strangers may not draw attention to themselves. */
export function isNotified(memberId: Given<number | Column>): SQL {
  return sql`(${status} <> 'waiting' or ${player1Id} = ${memberId} or ${areConnected})`;
}

/** True while the two play each other, and for games that haven't ended with their connection if the member sees the other. */
export function canPlayTogether(memberId: Given<number>): SQL<number> {
  const opponentId = sql`${player1Id} + ${player2Id} - ${memberId}`;
  const seesOpponent = hasRow(member, canSee(memberId, opponentId));
  return sql<number>`(${ending} is not 'ended' and not ${isOrphaned} and (${status} = 'active' or ${seesOpponent}))`;
}

/** True for games whose current round a player has answered. */
export function hasAnswered(playerId: Given<Column | number>): SQL<number> {
  return sql<number>`exists (
    select 1 from trivia_answer join trivia_question on trivia_question.id = question_id
    where game_id = ${triviaGame.id} and round_number = ${triviaGame.currentRound}
      and trivia_answer.member_id = ${playerId})`;
}
