// What members do about trivia games in a simulation, and how the app shows the games to them.
import { db } from "db/client.server";
import { triviaGame, triviaQuestion } from "db/schema";
import { and, desc, eq, inArray, ne, sql } from "drizzle-orm";
import { markSeen } from "~/models/notification/notification-reading.server";
import { addGame, addRematch } from "~/models/trivia/new-game.server";
import { acceptGame, answerQuestion, claimGame, resignGame } from "~/models/trivia/play.server";
import { type GameDetail, getPlayers } from "~/models/trivia/trivia";
import { getGame, listGames, listGamesToMove } from "~/models/trivia/trivia.server";
import { notFoundRefusal } from "~/refusal";
import { acceptGame as accept, answer, challenge, claim, openGame, rematch, resign } from "./games";
import type { Kind, Step } from "./steps";

/** A question as only the database knows it. */
type Question = { id: string; right: string; wrong: string };
/** The game that a step is about, and the question of its round. */
export type GameIds = { id: string; newId: string; question: Question };

const NO_QUESTION: Question = { id: "none", right: "", wrong: "" };

const done = () => undefined;
const isRight = ({ number }: Step) => number % 2 === 0;

export const gameKinds = {
  challenge: {
    weight: 40,
    predict: (model, { who, whom, number }, now) =>
      challenge(model, who, whom, `${who} ${whom} ${number}`, now),
    take: ({ me, you, game }) => addGame(me, { id: game.newId, player2Id: you }).then(done),
  },
  acceptGame: {
    weight: 20,
    predict: (model, { who, aims }, now) => accept(model, who, aims.game, now),
    take: ({ me, game }) => acceptGame(me, game.id).then(done),
  },
  answer: {
    weight: 120,
    predict: (model, step, now) =>
      answer(model, step.who, step.aims.game, { round: step.aims.round, isRight: isRight(step) }, now),
    take: ({ me, game }, step) => {
      const { id, right, wrong } = game.question;
      return answerQuestion(me, game.id, { questionId: id, answer: isRight(step) ? right : wrong }).then(
        done,
      );
    },
  },
  resign: {
    weight: 5,
    predict: (model, { who, aims }, now) => resign(model, who, aims.game, now),
    take: ({ me, game }) => resignGame(me, game.id).then(done),
  },
  claim: {
    weight: 20,
    predict: (model, { who, aims }, now) => claim(model, who, aims.game, now),
    take: ({ me, game }) => claimGame(me, game.id).then(done),
  },
  rematch: {
    weight: 10,
    predict: (model, { who, aims }, now) => rematch(model, who, aims.game, now),
    take: ({ me, game }) => addRematch(me, game.id).then(done),
  },
  openGame: {
    weight: 10,
    predict: (model, { who, aims }) => openGame(model, who, aims.game),
    take: async ({ me, game }) => {
      if (!(await getGame(me, game.id))) throw notFoundRefusal();
      await markSeen(me, ["game"], game.id);
    },
  },
} satisfies Record<string, Kind>;

/** The game of two members that a step is about: an open one if there is any, and the newest. */
export async function findGame(
  me: number,
  you: number,
  { newId, round }: { newId: string; round: number },
): Promise<GameIds> {
  const both = [me, you];
  const [game] = await db
    .select()
    .from(triviaGame)
    .where(
      and(
        inArray(triviaGame.player1Id, both),
        inArray(triviaGame.player2Id, both),
        ne(triviaGame.player1Id, triviaGame.player2Id),
      ),
    )
    .orderBy(
      sql`${triviaGame.status} = 'completed'`,
      desc(triviaGame.createdAt),
      // As the members are numbered.
      sql`(select first_name from member where id = ${triviaGame.player1Id})`,
      sql`${triviaGame.rematchOf} is not null`,
    )
    .limit(1);
  if (!game) return { id: newId, newId, question: NO_QUESTION };
  const [question] = await db
    .select()
    .from(triviaQuestion)
    .where(and(eq(triviaQuestion.gameId, game.id), eq(triviaQuestion.roundNumber, round)));
  if (!question) return { id: game.id, newId, question: NO_QUESTION };
  const right = question.correctAnswer;
  const wrong = question.options.find((each) => each !== right) ?? "";
  return { id: game.id, newId, question: { id: question.id, right, wrong } };
}

/** A member's games as the app shows them, with names for ids and right or wrong for answers. */
export async function readGames(me: number, nameOf: (id: string | number) => string) {
  const [{ games }, toMove] = await Promise.all([listGames(me), listGamesToMove(me, 50)]);
  const questions = games.length ? await db.select().from(triviaQuestion) : [];
  const correct = new Map(questions.map(({ id, correctAnswer }) => [id, correctAnswer]));
  const texts = new Map<string, string>();
  for (const { id } of games) {
    const game = await getGame(me, id);
    if (game) texts.set(id, describe(game, correct, nameOf));
  }
  return {
    games: games.map(({ id }) => texts.get(id) ?? "is listed but not there").sort(),
    toMove: toMove.map((game) => getPlayers(game, String(me)).opponent.firstName).sort(),
  };
}

function describe(game: GameDetail, correct: Map<string, string>, nameOf: (id: string) => string): string {
  const rounds = game.questions.map(({ id, player1Answer, player2Answer, correctAnswer, pointTo }) => {
    const right = correct.get(id);
    const shown = (given: string | null) => (given === null ? "-" : given === right ? "right" : "wrong");
    const answers = `${shown(player1Answer)}/${shown(player2Answer)}`;
    const isOpen = correctAnswer !== null && correctAnswer === right;
    return `${answers} ${isOpen ? "open" : "hidden"}, point to ${pointTo ? nameOf(pointTo) : "nobody"}`;
  });
  return [
    `${game.player1.firstName} to ${game.player2.firstName}`,
    `${game.status} ${game.ending ?? ""}`,
    `${game.player1Score}:${game.player2Score} in round ${game.currentRound} of ${game.totalRounds}`,
    `${game.toMove.map(nameOf).join(" and ") || "nobody"} to move, ${game.winnerId ? nameOf(game.winnerId) : "nobody"} won`,
    `${game.rematchId ? "with" : "without"} rematch`,
    game.canRematch ? "may ask for one" : "",
    game.movedAt,
    ...rounds,
  ].join("; ");
}
