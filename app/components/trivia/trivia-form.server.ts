// Handles the New Game form and answers.

import { submitForm } from "~/forms/form.server";

import { isFetchRequest } from "~/http/page.server";
import { gamePath } from "~/models/trivia/game-path";
import { addGame } from "~/models/trivia/new-game.server";
import { answerQuestion } from "~/models/trivia/play.server";
import { getPlayers, triviaErrorTitle, triviaMessages } from "~/models/trivia/trivia";
import { answerInput, challengeInput } from "~/models/trivia/trivia-schema";

/** Creates the game of the New Game form and redirects to it. */
export function submitChallenge(request: Request) {
  const form = { schema: challengeInput, errorTitle: triviaErrorTitle };
  return submitForm(request, form, async (member, input) => {
    const game = await addGame(member.id, input);
    const { opponent } = getPlayers(game, String(member.id));
    return { notice: triviaMessages.created(opponent.firstName), to: `${gamePath(game.id)}#question` };
  });
}

/** Handles an answer. */
export function submitAnswer(request: Request, gameId: string) {
  const form = { schema: answerInput, page: gamePath(gameId) };
  return submitForm(request, form, async (member, input) => {
    const game = await answerQuestion(member.id, gameId, input);
    const isAlone = game.toMove.length === 1 && !game.toMove.includes(String(member.id));
    if (!isAlone) return { notice: triviaMessages.roundOver };
    return { notice: isFetchRequest(request) ? triviaMessages.answered : triviaMessages.answeredPlain };
  });
}
