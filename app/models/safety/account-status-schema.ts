// The schemas of an appeal, and of an answer to a moderator's question.
import { z } from "zod";
import { requiredText } from "~/models/fields";
import { APPEAL_MAX } from "./account-status";
import { ANSWER_MAX } from "./case/talk";

/** POST /account-status/:id/appeal. */
export const appealInput = z.object({
  words: requiredText("Tell us why you think the decision is wrong", APPEAL_MAX),
});

export type AppealInput = z.output<typeof appealInput>;

/** POST /account-status/questions: the id of the question, which may have been answered or closed meanwhile, and the answer. */
export const answerInput = z.object({
  question: z.coerce.number().int().positive().safe(),
  answer: requiredText("Write an answer", ANSWER_MAX),
});

export type AnswerInput = z.output<typeof answerInput>;
