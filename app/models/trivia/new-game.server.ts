// New trivia games: challenges and rematches, and the questions dealt for them.
import { randomUUID } from "node:crypto";
import { db } from "db/client.server";
import { artist, conversation, member, memberArtist, triviaGame, triviaQuestion } from "db/schema";
import { type Database, hasRow, holds, type Tx, transaction } from "db/transaction.server";
import { and, eq, isNotNull, isNull, not, or, type SQL } from "drizzle-orm";
import { alias } from "drizzle-orm/sqlite-core";
import { msg } from "~/language/text";
import { canSee, hasNotPassedOn, isConnected, isHidden } from "~/models/access.server";
import { hasClosedConversation, isOfPair, pairOf } from "~/models/pair.server";
import { consumeRateLimit } from "~/models/rate-limit.server";
import { duplicateIdRefusal, invalidAt, notFoundRefusal, Refusal } from "~/refusal";
import { dealQuestions, shuffle } from "./deal.server";
import { canSeeGame } from "./game-access.server";
import { type GameDetail, ROUNDS } from "./trivia";
import { getGame, publishGame } from "./trivia.server";
import type { GameInput } from "./trivia-schema";

/**
 * Challenges a member and deals five questions that neither has seen, or has not seen for the longest time, if possible about
 * artists on both lists; a repeat with the same id and opponent returns the same game. Refuses the member themselves (invalid),
 * anyone they can't see or have passed on (absent), one with whom their conversation is closed (forbidden), an id that is taken
 * or a second open challenge between the two (conflict), and more than 10 games an hour or 3 a day with strangers (too-many).
 * An opponent who has passed on the challenger or declined their request does not see the challenge, and one who doesn't know
 * them is not notified.
 */
export async function addGame(memberId: number, { id, player2Id }: GameInput): Promise<GameDetail> {
  return createGame(memberId, player2Id, id);
}

/**
 * Challenges the opponent of a finished game again. A game has one rematch, whichever player asks first.
 * Refuses another member's game (absent) and one that is not over (conflict), and as `addGame` does.
 */
export async function addRematch(memberId: number, gameId: string): Promise<GameDetail> {
  const game = await getFinishedGame(memberId, gameId);
  const existing = game.rematchId && (await getGame(memberId, game.rematchId));
  if (existing) return existing;
  const opponentId = Number(game.player1Id) === memberId ? game.player2Id : game.player1Id;
  return createGame(memberId, Number(opponentId), undefined, gameId);
}

/** The game, if it is over for the member. Refuses as `addRematch` does. */
async function getFinishedGame(memberId: number, id: string, on?: Database): Promise<GameDetail> {
  const game = await getGame(memberId, id, on);
  if (!game) throw notFoundRefusal();
  if (game.status !== "completed") throw new Refusal("conflict", msg("This game isn't over yet."));
  return game;
}

async function createGame(
  memberId: number,
  opponentId: number,
  id: string = randomUUID(),
  rematchOf?: string,
): Promise<GameDetail> {
  await consumeRateLimit("game", memberId);
  if (opponentId === memberId) {
    const message = msg("You can't challenge yourself");
    throw invalidAt("player2Id", message);
  }
  const connection = isConnected(pairOf(memberId, opponentId));
  const isStranger = (await db.$count(member, and(eq(member.id, opponentId), not(connection)))) > 0;
  if (isStranger) await consumeRateLimit("strangerGame", memberId);
  const isSame = rematchOf ? eq(triviaGame.rematchOf, rematchOf) : eq(triviaGame.id, id);
  return transaction(async (tx) => {
    const [existing] = await tx.select().from(triviaGame).where(isSame);
    if (!existing) {
      // It can be continued if an opponent who had deleted their account is back.
      if (rematchOf) await getFinishedGame(memberId, rematchOf, tx);
      await challenge(tx, memberId, opponentId, id, rematchOf);
    }
    const isRequested =
      !existing || rematchOf || (existing.player1Id === memberId && existing.player2Id === opponentId);
    if (!isRequested) throw duplicateIdRefusal();
    const game = await getGame(memberId, existing?.id ?? id, tx);
    if (!game) throw absentRefusal();
    return game;
  });
}

/** Adds a game with its questions and tells the opponent. Refuses as `addGame` does. */
async function challenge(
  tx: Tx,
  memberId: number,
  opponentId: number,
  id: string,
  rematchOf: string | undefined,
): Promise<void> {
  const [opponent] = await tx
    .select({ id: member.id })
    .from(member)
    .where(and(canSee(memberId, opponentId), hasNotPassedOn(memberId, opponentId)));
  if (!opponent) throw absentRefusal();
  if (await holds(tx, hasClosedConversation(pairOf(memberId, opponentId)))) {
    const message = msg("Your conversation with this member is closed, so you can't start a game.");
    throw new Refusal("forbidden", message, { player2Id: message });
  }
  const isWithOpponent = or(eq(triviaGame.player1Id, opponentId), eq(triviaGame.player2Id, opponentId));
  const isOpen = and(isWithOpponent, canSeeGame(memberId), eq(triviaGame.status, "waiting"));
  if (await tx.$count(triviaGame, isOpen)) {
    const message = msg("The two of you already have an open challenge");
    throw new Refusal("conflict", message, { player2Id: message });
  }
  const now = new Date();
  const dismissedAt = (await holds(tx, hasDeclined(opponentId, memberId))) ? now : null;
  await tx.insert(triviaGame).values({
    ...{ id, player1Id: memberId, player2Id: opponentId, rematchOf, dismissedAt },
    ...{ totalRounds: ROUNDS, status: "waiting", movedAt: now, createdAt: now },
  });
  const preferredKeys = await listSharedArtists(tx, memberId, opponentId);
  const dealt = await dealQuestions(tx, [memberId, opponentId], { preferredKeys: [preferredKeys] });
  await tx.insert(triviaQuestion).values(
    dealt.map(({ question, correctAnswer, others, category, difficulty }, index) => ({
      ...{ id: randomUUID(), gameId: id, roundNumber: index + 1 },
      ...{ question, correctAnswer, options: shuffle([correctAnswer, ...others]), category, difficulty },
    })),
  );
  await publishGame(tx, id, memberId);
}

/** True if a member, or a sanction, has declined the other's request and nothing connects the two. */
function hasDeclined(memberId: number, senderId: number): SQL {
  const pair = pairOf(memberId, senderId);
  const { id, startedBy, declinedAt } = conversation;
  const isRefused = or(isNotNull(declinedAt), isHidden(id));
  const isDeclined = and(isOfPair(conversation, pair), eq(startedBy, senderId), isRefused);
  return hasRow(conversation, and(isDeclined, not(isConnected(pair))));
}

function absentRefusal(): Refusal {
  const message = msg("You can't challenge anyone with this user ID");
  return new Refusal("absent", message, { player2Id: message });
}

/**
 * The keys of the artists that both players list, as far as each may know the other's: the challenger sees the opponent, and
 * the opponent sees a challenger who is in Discover or connected with them.
 */
async function listSharedArtists(tx: Tx, challengerId: number, opponentId: number): Promise<string[]> {
  // Ignores that a request shows the challenger to the opponent, so that the questions don't reveal whether it was declined.
  const isSeen = or(isNull(member.unlistedAt), isConnected(pairOf(challengerId, opponentId)));
  const theirs = alias(memberArtist, "theirs");
  const shared = await tx
    .select({ key: artist.key })
    .from(memberArtist)
    .innerJoin(theirs, and(eq(theirs.artistId, memberArtist.artistId), eq(theirs.memberId, opponentId)))
    .innerJoin(artist, eq(artist.id, memberArtist.artistId))
    .innerJoin(member, and(eq(member.id, memberArtist.memberId), isSeen))
    .where(eq(memberArtist.memberId, challengerId));
  return shared.map(({ key }) => key);
}
