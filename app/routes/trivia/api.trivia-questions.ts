import { apiRoute, createdResponse, operation } from "~/http/api.server";
import { addQuestion } from "~/models/trivia/play.server";
import { questionInput } from "~/models/trivia/trivia-schema";

export const loader = apiRoute({
  /** Adds a question for a round without one. A repeat is answered with 200. */
  POST: operation(
    questionInput,
    async (member, input) => {
      const { question, isNew } = await addQuestion(member.id, input);
      return createdResponse(question, isNew);
    },
    201,
  ),
});
export const action = loader;
