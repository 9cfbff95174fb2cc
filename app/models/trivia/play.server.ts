// Playing a trivia game: accepting, answering, resigning and claiming it.
import { randomUUID } from "node:crypto";
import { db } from "db/client.server";
import { rowIf } from "db/row-if.server";
import { triviaAnswer, triviaGame, triviaQuestion } from "db/schema";
import { and, type Column, eq, exists, lte, ne, not, notExists, type SQL, sql } from "drizzle-orm";
import { alias, type SQLiteUpdateSetSource } from "drizzle-orm/sqlite-core";
import { DAY_MS } from "~/durations";
import { notFoundRefusal, Refusal } from "~/refusal";
import { CLAIM_DAYS, type GameDetail, type HiddenQuestionDto, type QuestionDto } from "./trivia";
import {
  canPlay,
  enqueueGameEvent,
  insertGameNotification,
  isChanged,
  notifyPlayers,
  selectGame,
  toGameDetail,
} from "./trivia.server";
import type { AnswerInput, QuestionInput } from "./trivia-schema";

const OVER = "This game is over.";
const one = { one: sql`1` };

/** Accepts a challenge; repeating it changes nothing. Refuses the challenger (forbidden) and a game that is over (conflict). */
export async function acceptGame(memberId: number, id: string): Promise<GameDetail> {
  const isChallenged = and(eq(triviaGame.status, "waiting"), eq(triviaGame.player2Id, memberId));
  const { game } = await updateGame(memberId, id, { status: "active", movedAt: new Date() }, isChallenged);
  if (game.status === "completed") throw new Refusal("conflict", OVER);
  if (game.status === "waiting") throw new Refusal("forbidden", "Only the challenged player can accept.");
  return game;
}

/**
 * Answers the question of the current round. The first correct answer gets the point; once both players have answered, the
 * game continues with the next round or ends. Refuses an absent game or question (absent), an answer that is not an option
 * (invalid), and a second answer, a question of another round, or a game that is over (conflict).
 */
export async function answerQuestion(
  memberId: number,
  gameId: string,
  { questionId, answer }: AnswerInput,
): Promise<GameDetail> {
  const now = Date.now();
  const { currentRound, totalRounds, status, player1Id, player2Id, player1Score, player2Score } = triviaGame;
  const first = alias(triviaAnswer, "first");
  const hasPoint = and(
    eq(triviaQuestion.correctAnswer, answer),
    notExists(
      db
        .select(one)
        .from(first)
        .where(and(eq(first.questionId, triviaQuestion.id), first.hasPoint)),
    ),
  );
  // A cross join keeps its order: it reads the answers of this game only, not all answers of the player.
  const points = (playerId: Column) => sql`(
    select count(*) from trivia_question cross join trivia_answer on question_id = trivia_question.id
    where game_id = ${gameId} and has_point and trivia_answer.member_id = ${playerId})`;
  const isFull = sql`(select count(*) from trivia_answer where question_id = ${questionId}) = 2`;
  const isLast = sql`${isFull} and ${currentRound} = ${totalRounds}`;
  const [stored, , , , , games, answers] = await db.batch([
    db
      .insert(triviaAnswer)
      .select(
        db
          .select({
            questionId: triviaQuestion.id,
            memberId: sql`${memberId}`.as("member_id"),
            answer: sql`${answer}`.as("answer"),
            hasPoint: sql`${hasPoint}`.as("has_point"),
            answeredAt: sql`${now}`.as("answered_at"),
          })
          .from(triviaQuestion)
          .innerJoin(triviaGame, eq(triviaGame.id, triviaQuestion.gameId))
          .where(
            and(
              eq(triviaQuestion.id, questionId),
              eq(triviaQuestion.gameId, gameId),
              eq(triviaQuestion.roundNumber, currentRound),
              canPlay(memberId),
              sql`${answer} in (select value from json_each(${triviaQuestion.options}))`,
            ),
          ),
      )
      .onConflictDoNothing({ target: [triviaAnswer.questionId, triviaAnswer.memberId] })
      .returning({ questionId: triviaAnswer.questionId }),
    db
      .update(triviaGame)
      .set({
        movedAt: new Date(now),
        player1Score: sql`case when ${isFull} then ${points(player1Id)} else ${player1Score} end`,
        player2Score: sql`case when ${isFull} then ${points(player2Id)} else ${player2Score} end`,
        currentRound: sql`min(${totalRounds}, ${currentRound} + (${isFull}))`,
        ending: sql`case when ${isLast} then 'played' end`,
        status: sql`case when ${isLast} then 'completed' when ${player2Id} = ${memberId} then 'active' else ${status} end`,
      })
      .where(and(eq(triviaGame.id, gameId), isChanged)),
    enqueueGameEvent(gameId, isChanged),
    insertGameNotification(memberId, gameId, isChanged),
    db
      .update(triviaGame)
      .set({
        winnerId: sql`case when ${player1Score} > ${player2Score} then ${player1Id}
          when ${player2Score} > ${player1Score} then ${player2Id} end`,
      })
      .where(and(eq(triviaGame.id, gameId), eq(triviaGame.ending, "played"))),
    ...selectGame(memberId, gameId),
  ]);
  const game = toGameDetail(memberId, games, answers);
  if (stored.length && game) {
    notifyPlayers(game);
    return game;
  }
  const round = answers.find(({ round }) => round.id === questionId)?.round;
  if (!game || !round) throw notFoundRefusal();
  if (game.status === "completed") throw new Refusal("conflict", OVER);
  if (round.roundNumber > game.currentRound) throw new Refusal("conflict", "This round hasn't started yet.");
  if (round.roundNumber < game.currentRound || !game.toMove.includes(String(memberId)))
    throw new Refusal("conflict", "You have already answered this question.");
  throw new Refusal("invalid", "Choose one of the answers", { answer: "Choose one of the answers" });
}

/**
 * Adds a question to a round that has none, for the player who started the game; a round that has one keeps it.
 * Returns the round's question, only its id for a later round, and whether it is new. Refuses the opponent (forbidden), everybody else (absent), and a game
 * that is over (conflict).
 */
export async function addQuestion(
  memberId: number,
  { gameId, ...question }: QuestionInput,
): Promise<{ question: QuestionDto | HiddenQuestionDto; isNew: boolean }> {
  const isOpen = and(eq(triviaGame.id, gameId), eq(triviaGame.player1Id, memberId), canPlay(memberId));
  const row = { ...question, id: randomUUID(), gameId };
  const [added, , games, answers] = await db.batch([
    db
      .insert(triviaQuestion)
      .select(rowIf(triviaQuestion, row, exists(db.select(one).from(triviaGame).where(isOpen))))
      .onConflictDoNothing({ target: [triviaQuestion.gameId, triviaQuestion.roundNumber] })
      .returning({ id: triviaQuestion.id }),
    enqueueGameEvent(gameId, isChanged),
    ...selectGame(memberId, gameId),
  ]);
  const game = toGameDetail(memberId, games, answers);
  if (!game) throw notFoundRefusal();
  if (Number(game.player1Id) !== memberId)
    throw new Refusal("forbidden", "Only the player who started the game can add questions.");
  const stored = answers.find(({ round }) => round.roundNumber === question.roundNumber)?.round;
  if (!stored) throw new Refusal("conflict", OVER);
  if (added.length) notifyPlayers(game);
  const { id, roundNumber } = stored;
  const reached = game.questions.find((each) => each.id === id);
  return { question: reached ?? { id, gameId, roundNumber }, isNew: added.length > 0 };
}

/**
 * Resigns a game, which the opponent wins; before it is accepted, declines or withdraws the challenge, without a winner.
 * Refuses a game that is over (conflict).
 */
export async function resignGame(memberId: number, id: string): Promise<GameDetail> {
  const { status, player1Id, player2Id } = triviaGame;
  const change = {
    status: "completed" as const,
    movedAt: new Date(),
    ending: sql`case when ${status} <> 'waiting' then 'resigned' when ${player2Id} = ${memberId} then 'declined'
      else 'withdrawn' end`,
    winnerId: sql`case when ${status} = 'waiting' then null when ${player2Id} = ${memberId} then ${player1Id}
      else ${player2Id} end`,
  };
  const { game, isUpdated } = await updateGame(memberId, id, change);
  if (!isUpdated) throw new Refusal("conflict", OVER);
  return game;
}

/**
 * Claims a game whose current round the member has answered and the opponent has not, for seven days.
 * Refuses before that (conflict), and a game that is over (conflict).
 */
export async function claimGame(memberId: number, id: string, now = Date.now()): Promise<GameDetail> {
  const answers = (player: SQL) =>
    exists(
      db
        .select(one)
        .from(triviaAnswer)
        .innerJoin(triviaQuestion, eq(triviaQuestion.id, triviaAnswer.questionId))
        .where(
          and(
            eq(triviaQuestion.gameId, triviaGame.id),
            eq(triviaQuestion.roundNumber, triviaGame.currentRound),
            player,
          ),
        ),
    );
  const isClaimable = and(
    lte(triviaGame.movedAt, new Date(now - CLAIM_DAYS * DAY_MS)),
    answers(eq(triviaAnswer.memberId, memberId)),
    not(answers(ne(triviaAnswer.memberId, memberId))),
  );
  const change = {
    status: "completed",
    ending: "claimed",
    winnerId: memberId,
    movedAt: new Date(now),
  } as const;
  const { game, isUpdated } = await updateGame(memberId, id, change, isClaimable);
  if (isUpdated) return game;
  if (game.status === "completed") throw new Refusal("conflict", OVER);
  throw new Refusal(
    "conflict",
    `You can claim a game once your opponent hasn't moved for ${CLAIM_DAYS} days.`,
  );
}

/** Updates a member's open game if `condition` is true, and notifies both players. Refuses an absent game (absent). */
async function updateGame(
  memberId: number,
  id: string,
  change: SQLiteUpdateSetSource<typeof triviaGame>,
  condition?: SQL,
): Promise<{ game: GameDetail; isUpdated: boolean }> {
  const [updated, , , games, answers] = await db.batch([
    db
      .update(triviaGame)
      .set(change)
      .where(and(eq(triviaGame.id, id), canPlay(memberId), condition))
      .returning({ id: triviaGame.id }),
    enqueueGameEvent(id, isChanged),
    insertGameNotification(memberId, id, isChanged),
    ...selectGame(memberId, id),
  ]);
  const game = toGameDetail(memberId, games, answers);
  if (!game) throw notFoundRefusal();
  if (updated.length) notifyPlayers(game);
  return { game, isUpdated: updated.length > 0 };
}
