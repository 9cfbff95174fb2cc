import { apiRoute, operation, versionedResponse } from "~/http/api.server";
import { answerVersion, removeAnswer, saveAnswer } from "~/models/question/answer.server";
import { readQuestion } from "~/models/question/answer-list.server";
import { answerInput } from "~/models/question/question-schema";

export const loader = apiRoute({
  GET: {
    run: async (member) => {
      const { own, ...question } = await readQuestion(member);
      return versionedResponse(question, answerVersion(own));
    },
  },
  PUT: operation(answerInput, async (member, input, { version }) => {
    await saveAnswer(member.id, input, version);
    const { own, ...question } = await readQuestion(member);
    return versionedResponse(question, answerVersion(own));
  }),
  DELETE: { status: 204, run: (member) => removeAnswer(member.id) },
});
export const action = loader;
