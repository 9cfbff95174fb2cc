// The schemas of answered prompts.
import { PROMPTS, type PromptAnswer } from "db/column-types";
import { z } from "zod";
import { type Message, msg, t } from "~/language/text";
import { choice, listOf, optionalText, requiredText, saying } from "~/models/fields";
import { ANSWER_MAX, PROMPT_NUMBERS, PROMPTS_MAX } from "./prompt";

const messages = {
  tooMany: msg("Answer at most {max} prompts", { max: PROMPTS_MAX }),
  unknown: msg("Choose a prompt from the list"),
  twice: msg("Choose each prompt once"),
  noAnswer: msg("Write an answer"),
};

const answeredPrompt = z.object(
  {
    prompt: z.enum(PROMPTS, { errorMap: saying(messages.unknown) }),
    answer: requiredText(messages.noAnswer, ANSWER_MAX),
  },
  { errorMap: saying(messages.unknown) },
);

/** PUT /api/profile/prompts: all answered prompts, in their order. */
export const promptsInput = z
  .object({ prompts: listOf(answeredPrompt, 0, PROMPTS_MAX, messages.tooMany) })
  .superRefine(({ prompts }, context) => {
    for (const index of findRepeated(prompts.map(({ prompt }) => prompt)))
      context.addIssue({ code: "custom", path: ["prompts", index, "prompt"], message: t(messages.twice) });
  });

const chosenPrompt = choice(["", ...PROMPTS], "", messages.unknown);
const typedAnswer = optionalText(ANSWER_MAX);

/** The form of the prompts: three pairs of fields, of which blank pairs don't count. */
export const promptsForm = z
  .object({
    ...{ prompt1: chosenPrompt, prompt2: chosenPrompt, prompt3: chosenPrompt },
    ...{ answer1: typedAnswer, answer2: typedAnswer, answer3: typedAnswer },
  })
  .transform((typed, context): { prompts: PromptAnswer[] } => {
    const issue = (path: string, message: Message) =>
      context.addIssue({ code: "custom", path: [path], message: t(message) });
    const prompts = PROMPT_NUMBERS.flatMap((number): PromptAnswer[] => {
      const [prompt, answer] = [typed[`prompt${number}`], typed[`answer${number}`]];
      if (prompt && !answer) issue(`answer${number}`, messages.noAnswer);
      if (answer && !prompt) issue(`prompt${number}`, msg("Choose a prompt"));
      return prompt && answer ? [{ prompt, answer }] : [];
    });
    const chosen = [typed.prompt1, typed.prompt2, typed.prompt3];
    for (const index of findRepeated(chosen)) issue(`prompt${index + 1}`, messages.twice);
    return { prompts };
  });

/** The positions of values that occur earlier in the list; blanks don't count. */
function findRepeated(values: string[]): number[] {
  return values.flatMap((value, index) => (value && values.indexOf(value) < index ? [index] : []));
}
