// Playing a trivia game: accepting, answering, resigning and claiming it.
import { randomUUID } from "node:crypto";
import { triviaAnswer, triviaGame, triviaQuestion } from "db/schema";
import { type Tx, transaction } from "db/transaction.server";
import { and, eq, sql } from "drizzle-orm";
import { msg } from "~/language/text";
import { invalidAt, notFoundRefusal, Refusal } from "~/refusal";
import { canPlay, canSeeGame } from "./game-access.server";
import {
  CHOOSE_ANSWER,
  CLAIM_DAYS,
  canClaim,
  type GameDetail,
  type HiddenQuestionDto,
  type QuestionDto,
} from "./trivia";
import { getGame, publishGame } from "./trivia.server";
import type { AnswerInput, QuestionInput } from "./trivia-schema";

const OVER = msg("This game is over.");

type Game = typeof triviaGame.$inferSelect;

/** The columns that a move changes in its game. */
type Move = Partial<Game>;

/** Accepts a challenge; repeating it changes nothing. Refuses the challenger (forbidden) and a game that is over (conflict). */
export async function acceptGame(memberId: number, id: string): Promise<GameDetail> {
  return move(memberId, id, async (_, game) => {
    if (game.status === "active") return undefined;
    if (game.player2Id !== memberId)
      throw new Refusal("forbidden", msg("Only the challenged player can accept."));
    return { status: "active" };
  });
}

/**
 * Answers the question of the current round. The first correct answer gets the point; once both players have answered, the
 * game continues with the next round or ends. Refuses a game that the member can't see and a question of another (absent), an
 * answer that is not an option (invalid), and a second answer, a question of another round, or a game that is over (conflict).
 */
export async function answerQuestion(
  memberId: number,
  gameId: string,
  { questionId, answer }: AnswerInput,
): Promise<GameDetail> {
  return move(memberId, gameId, async (tx, game) => {
    const isOfGame = and(eq(triviaQuestion.id, questionId), eq(triviaQuestion.gameId, gameId));
    const [question] = await tx.select().from(triviaQuestion).where(isOfGame);
    if (!question) throw notFoundRefusal();
    if (question.roundNumber > game.currentRound)
      throw new Refusal("conflict", msg("This round hasn't started yet."));
    const earlierAnswers = await tx
      .select()
      .from(triviaAnswer)
      .where(eq(triviaAnswer.questionId, questionId));
    if (question.roundNumber < game.currentRound || earlierAnswers.some((each) => each.memberId === memberId))
      throw new Refusal("conflict", msg("You have already answered this question."));
    if (!question.options.includes(answer)) throw invalidAt("answer", CHOOSE_ANSWER);

    const winningAnswer = earlierAnswers.find(({ hasPoint }) => hasPoint);
    const hasPoint = !winningAnswer && answer === question.correctAnswer;
    await tx.insert(triviaAnswer).values({ questionId, memberId, answer, hasPoint, answeredAt: new Date() });
    // Answering accepts the challenge.
    const status = memberId === game.player2Id ? "active" : game.status;
    // The opponent hasn't answered yet.
    if (!earlierAnswers.length) return { status };
    return { status, ...endRound(game, hasPoint ? memberId : winningAnswer?.memberId) };
  });
}

/** The change to a game once both have answered, with a point for one of them or for nobody. */
function endRound(game: Game, pointTo: number | undefined): Move {
  const player1Score = game.player1Score + Number(pointTo === game.player1Id);
  const player2Score = game.player2Score + Number(pointTo === game.player2Id);
  const scores = { player1Score, player2Score };
  if (game.currentRound < game.totalRounds) return { ...scores, currentRound: game.currentRound + 1 };
  const leader = player1Score > player2Score ? game.player1Id : game.player2Id;
  const winnerId = player1Score === player2Score ? null : leader;
  return { ...scores, status: "completed", ending: "played", winnerId };
}

/**
 * Adds a question to a round that has none, for the player who started the game; a round that has one keeps it.
 * Returns the round's question, only its id for a later round, and whether it is new. Refuses the opponent (forbidden),
 * everybody else (absent), and a game that is over (conflict).
 */
export async function addQuestion(
  memberId: number,
  { gameId, ...question }: QuestionInput,
): Promise<{ question: QuestionDto | HiddenQuestionDto; isNew: boolean }> {
  return transaction(async (tx) => {
    const { game, isPlayable } = await findGame(tx, memberId, gameId);
    if (game.player1Id !== memberId)
      throw new Refusal("forbidden", msg("Only the player who started the game can add questions."));
    const { roundNumber } = question;
    const isOfRound = and(eq(triviaQuestion.gameId, gameId), eq(triviaQuestion.roundNumber, roundNumber));
    const [existing] = await tx.select().from(triviaQuestion).where(isOfRound);
    if (!existing && !isPlayable) throw new Refusal("conflict", OVER);
    const id = existing?.id ?? randomUUID();
    if (!existing) {
      await tx.insert(triviaQuestion).values({ ...question, id, gameId });
      await publishGame(tx, gameId);
    }
    const reached = (await getGame(memberId, gameId, tx))?.questions.find((each) => each.id === id);
    return { question: reached ?? { id, gameId, roundNumber }, isNew: !existing };
  });
}

/**
 * Resigns a game, which the opponent wins; before it is accepted, declines or withdraws the challenge, without a winner.
 * Refuses a game that is over (conflict).
 */
export async function resignGame(memberId: number, id: string): Promise<GameDetail> {
  return move(memberId, id, async (_, { status, player1Id, player2Id }) => {
    const isChallenged = memberId === player2Id;
    if (status === "waiting")
      return { status: "completed", ending: isChallenged ? "declined" : "withdrawn", winnerId: null };
    return { status: "completed", ending: "resigned", winnerId: isChallenged ? player1Id : player2Id };
  });
}

/**
 * Claims a game whose current round the member has answered and the opponent has not, for seven days.
 * Refuses before that (conflict), and a game that is over (conflict).
 */
export async function claimGame(memberId: number, id: string, now = Date.now()): Promise<GameDetail> {
  return move(memberId, id, async (tx) => {
    const game = await getGame(memberId, id, tx);
    if (!game || !canClaim(game, String(memberId), now))
      throw new Refusal(
        "conflict",
        msg("You can claim a game once your opponent hasn't moved for {days} days.", {
          days: CLAIM_DAYS,
        }),
      );
    return { status: "completed", ending: "claimed", winnerId: memberId, movedAt: new Date(now) };
  });
}

/**
 * Makes a member's move in an open game, and publishes it unless it changes nothing (undefined). Returns the game. Refuses
 * an absent game (absent) and one that is over (conflict).
 */
async function move(
  memberId: number,
  id: string,
  makeMove: (tx: Tx, game: Game) => Promise<Move | undefined>,
): Promise<GameDetail> {
  return transaction(async (tx) => {
    const { game, isPlayable } = await findGame(tx, memberId, id);
    if (!isPlayable) throw new Refusal("conflict", OVER);
    const change = await makeMove(tx, game);
    if (change) {
      await tx
        .update(triviaGame)
        .set({ movedAt: new Date(), ...change })
        .where(eq(triviaGame.id, id));
      await publishGame(tx, id, memberId);
    }
    const moved = await getGame(memberId, id, tx);
    if (!moved) throw notFoundRefusal();
    return moved;
  });
}

/** A game that a member sees, and whether they can go on with it. Refuses any other (absent). */
async function findGame(tx: Tx, memberId: number, id: string): Promise<{ game: Game; isPlayable: boolean }> {
  const [found] = await tx
    .select({ game: triviaGame, isPlayable: sql<number>`${canPlay(memberId)}` })
    .from(triviaGame)
    .where(and(eq(triviaGame.id, id), canSeeGame(memberId)));
  if (!found) throw notFoundRefusal();
  return { game: found.game, isPlayable: Boolean(found.isPlayable) };
}
