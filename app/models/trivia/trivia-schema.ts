// Schemas of trivia games: challenges, answers and questions.
import { z } from "zod";
import { msg, t } from "~/language/text";
import { cursorField, cursorNumber, cursorText } from "~/models/cursor";
import {
  exactString,
  listOf,
  memberIdWithMessage,
  optionalClientId,
  optionalMemberIdWithMessage,
  requiredText,
  saying,
  wholeNumber,
} from "~/models/fields";
import { CATEGORIES, CHOOSE_ANSWER, DIFFICULTIES, ROUNDS } from "./trivia";

const NEEDED = msg("Opponent user ID is required");
const A_NUMBER = msg("A user ID is a number");
const ROUND = msg("Use a round from 1 to {max}", { max: ROUNDS });
const OPTIONS = msg("Use two to six different options");

/** The JSON of a new game. The client makes the `id`, so that a repeat is the same game. */
export const gameInput = z.object({ id: optionalClientId, player2Id: memberIdWithMessage(NEEDED, A_NUMBER) });

/** The New Game form: one of the contacts offered by name, or any member by their user ID. */
export const challengeInput = z
  .object({
    id: optionalClientId,
    contactId: optionalMemberIdWithMessage(A_NUMBER),
    player2Id: optionalMemberIdWithMessage(A_NUMBER),
  })
  .superRefine(({ contactId, player2Id }, { addIssue }) => {
    const message =
      contactId === undefined && player2Id === undefined
        ? NEEDED
        : contactId !== undefined && player2Id !== undefined && contactId !== player2Id
          ? msg("Choose a match or enter a user ID, not both")
          : undefined;
    if (message) addIssue({ code: "custom", path: ["player2Id"], message: t(message) });
  })
  .transform(({ id, contactId, player2Id }) => ({ id, player2Id: player2Id ?? contactId ?? 0 }));

/** An answer, which is the text of an option. */
export const answerInput = z.object({
  // Not translated: for programs.
  questionId: exactString("questionId is required"),
  answer: exactString(CHOOSE_ANSWER),
});

/** A question for a round that has none. */
export const questionInput = z
  .object({
    // Not translated: for programs.
    gameId: exactString("gameId is required"),
    roundNumber: wholeNumber({ min: [1, ROUND], max: [ROUNDS, ROUND], message: ROUND }),
    question: requiredText(msg("Question is required"), 500),
    correctAnswer: requiredText(msg("Correct answer is required"), 200),
    options: listOf(requiredText(msg("An option is blank"), 200), 2, 6, OPTIONS),
    category: z.enum(CATEGORIES, {
      errorMap: saying(msg("Use {values}", { values: CATEGORIES.join(", ") })),
    }),
    difficulty: z.enum(DIFFICULTIES, {
      errorMap: saying(msg("Use {values}", { values: DIFFICULTIES.join(", ") })),
    }),
  })
  .superRefine(({ options, correctAnswer }, { addIssue }) => {
    const message =
      new Set(options).size < options.length
        ? OPTIONS
        : options.includes(correctAnswer)
          ? undefined
          : msg("The correct answer must be among the options");
    if (message) addIssue({ code: "custom", path: ["options"], message: t(message) });
  });

export type GameInput = z.output<typeof gameInput>;
export type AnswerInput = z.output<typeof answerInput>;
export type QuestionInput = z.output<typeof questionInput>;

/** The query of the list of games. */
export const gamePage = z.object({
  cursor: cursorField({ group: cursorNumber, at: cursorNumber, id: cursorText }),
});
export type GameCursor = NonNullable<z.output<typeof gamePage>["cursor"]>;
