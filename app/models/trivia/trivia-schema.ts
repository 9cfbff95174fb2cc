// What is sent of a trivia game.
import { z } from "zod";
import {
  exactText,
  memberIdSaying,
  optionalClientId,
  optionalMemberIdSaying,
  requiredText,
  wholeNumber,
} from "./fields";
import { CATEGORIES, DIFFICULTIES, ROUNDS } from "./trivia";

const NEEDED = "Opponent user ID is required";
const A_NUMBER = "A user ID is a number";
const CHOOSE = "Choose one of the answers";
const ROUND = `Use a round from 1 to ${ROUNDS}`;
const OPTIONS = "Give two to six different answers to choose from";

/** A new game, as JSON. `id` is made by the client: a repeat is the same game. */
export const gameInput = z.object({ id: optionalClientId, player2Id: memberIdSaying(NEEDED, A_NUMBER) });

/** A new game, as the form has it: one of those offered by name, or somebody by their user id. */
export const challengeInput = z
  .object({
    id: optionalClientId,
    companionId: optionalMemberIdSaying(A_NUMBER),
    player2Id: optionalMemberIdSaying(A_NUMBER),
  })
  .superRefine(({ companionId, player2Id }, { addIssue }) => {
    const says =
      companionId === undefined && player2Id === undefined
        ? NEEDED
        : companionId !== undefined && player2Id !== undefined && companionId !== player2Id
          ? "Choose a match or give a user ID, not both"
          : undefined;
    if (says) addIssue({ code: "custom", path: ["player2Id"], message: says });
  })
  .transform(({ id, companionId, player2Id }) => ({ id, player2Id: player2Id ?? companionId ?? 0 }));

/** An answer, in the words of its option. */
export const answerInput = z.object({
  questionId: exactText("Say which question"),
  answer: exactText(CHOOSE),
});

/** A question for a round that has none. */
export const questionInput = z
  .object({
    gameId: exactText("Say which game"),
    roundNumber: wholeNumber({ min: [1, ROUND], max: [ROUNDS, ROUND], says: ROUND }),
    question: requiredText("Question is required", 500),
    correctAnswer: requiredText("Correct answer is required", 200),
    options: z
      .array(requiredText("An answer is blank", 200), {
        required_error: OPTIONS,
        invalid_type_error: OPTIONS,
      })
      .min(2, OPTIONS)
      .max(6, OPTIONS),
    category: z.enum(CATEGORIES, { errorMap: () => ({ message: `Use ${CATEGORIES.join(", ")}` }) }),
    difficulty: z.enum(DIFFICULTIES, { errorMap: () => ({ message: `Use ${DIFFICULTIES.join(", ")}` }) }),
  })
  .superRefine(({ options, correctAnswer }, { addIssue }) => {
    const says =
      new Set(options).size < options.length
        ? OPTIONS
        : options.includes(correctAnswer)
          ? undefined
          : "The correct answer must be among the options";
    if (says) addIssue({ code: "custom", path: ["options"], message: says });
  });

export type GameInput = z.output<typeof gameInput>;
export type AnswerInput = z.output<typeof answerInput>;
export type QuestionInput = z.output<typeof questionInput>;
