// The schemas of an appeal, and of an answer to a moderator's question.
import { z } from "zod";
import { msg } from "~/language/text";
import { exactString, requiredText } from "~/models/fields";
import { ANSWER_MAX } from "~/models/safety/case/case";
import { APPEAL_MAX } from "./account-status";

/** POST /account-status/:id/appeal. */
export const appealInput = z.object({
  words: requiredText(msg("Tell us why you think the decision is wrong"), APPEAL_MAX),
});

export type AppealInput = z.output<typeof appealInput>;

const QUESTION = msg("Choose a question");

/** POST /account-status/questions: the id of the question, which may have been answered or closed meanwhile, and the answer. */
export const answerInput = z.object({
  question: exactString(QUESTION)
    .regex(/^\d{1,15}$/)
    .transform(Number),
  answer: requiredText(msg("Write an answer"), ANSWER_MAX),
});

export type AnswerInput = z.output<typeof answerInput>;
