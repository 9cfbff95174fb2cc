import { apiRoute, operation } from "~/http/api.server";
import { answerQuestion } from "~/models/trivia/play.server";
import { answerInput } from "~/models/trivia/trivia-schema";

export const loader = apiRoute({
  POST: operation(answerInput, (member, input, { params: { id = "" } }) =>
    answerQuestion(member.id, id, input),
  ),
});
export const action = loader;
