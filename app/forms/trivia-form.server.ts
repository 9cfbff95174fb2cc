// The server's side of trivia's forms: the New Game form as rendered with its page, and the doors. See fetched-form.ts.
import { data, redirect } from "@remix-run/node";
import { parseInput } from "~/http/api.server";
import { readForm } from "~/http/body.server";
import { requireMember } from "~/http/member.server";
import { leaveNotice, success } from "~/http/notice.server";
import { retryHeaders, statusOf } from "~/http/refusal.server";
import { refusalIn } from "~/models/refusal";
import { gameAddress, sidesOf, triviaTrouble, triviaWords } from "~/models/trivia";
import { addGame, answerQuestion } from "~/models/trivia.server";
import { answerInput, challengeInput } from "~/models/trivia-input";
import { submitFlatForm } from "./flat-form.server";
import { isFetch } from "./press-button.server";
import { textFields } from "./text-fields.server";

export { ChallengeForm } from "./trivia-form";

/** Makes the game that the New Game form asks for, and goes on to it. */
export function submitChallenge(request: Request, memberId: number) {
  const run = async (input: Parameters<typeof addGame>[1]) => {
    const game = await addGame(memberId, input);
    const { opponent } = sidesOf(game, String(memberId));
    await leaveNotice(request, success(triviaWords.created(opponent.firstName)));
    return gameAddress(game.id);
  };
  return submitFlatForm(request, challengeInput, run, triviaTrouble);
}

/**
 * Takes an answer. A fetch gets `{ notice }`, a browser goes back to the game with it. What is refused comes back as
 * `{ error, typed }`, to be said beside the answers and in no toast.
 */
export async function submitAnswer(request: Request, gameId: string) {
  const member = await requireMember(request);
  const typed: Record<string, string> = {};
  try {
    for (const [name, value] of textFields(await readForm(request))) typed[name] = String(value);
    const game = await answerQuestion(member.id, gameId, parseInput(answerInput, typed));
    const isAlone = game.toMove.length === 1 && !game.toMove.includes(String(member.id));
    const notice = success(isAlone ? triviaWords.answered : triviaWords.roundOver);
    if (isFetch(request)) return data({ notice });
    await leaveNotice(request, notice);
  } catch (error) {
    const refusal = refusalIn(error);
    if (!refusal) throw error;
    return data(
      { error: refusal.message, typed },
      { status: statusOf(refusal), headers: retryHeaders(refusal) },
    );
  }
  throw redirect(gameAddress(gameId), 303);
}
