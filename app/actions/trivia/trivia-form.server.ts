// Handles the New Game form and answers.

import { submitForm } from "~/forms/form.server";

import { gamePath } from "~/models/trivia/game-path";
import { addGame } from "~/models/trivia/new-game.server";
import { answerQuestion } from "~/models/trivia/play.server";
import { triviaErrorTitle, triviaMessages } from "~/models/trivia/trivia";
import { answerInput, challengeInput } from "~/models/trivia/trivia-schema";

/** Creates the game of the New Game form and redirects to it. */
export function submitChallenge(request: Request) {
  const form = { schema: challengeInput, errorTitle: triviaErrorTitle };
  return submitForm(request, form, async (member, input) => {
    const game = await addGame(member.id, input);
    return { flash: triviaMessages.created, to: `${gamePath(game.id)}#question` };
  });
}

/** Handles an answer; the game's page shows the result itself. */
export function submitAnswer(request: Request, gameId: string) {
  const form = { schema: answerInput, page: gamePath(gameId) };
  return submitForm(request, form, async (member, input) => {
    await answerQuestion(member.id, gameId, input);
    return {};
  });
}
