// The schema of the answer to the operator's question.
import { z } from "zod";
import { msg } from "~/language/text";
import { requiredText } from "~/models/fields";
import { ANSWER_MAX } from "./waiting";

/** POST /waiting. */
export const answerInput = z.object({ answer: requiredText(msg("Answer the question"), ANSWER_MAX) });

export type AnswerInput = z.output<typeof answerInput>;
