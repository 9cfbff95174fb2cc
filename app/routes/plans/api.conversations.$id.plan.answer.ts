import { apiRoute } from "~/http/api.server";
import { answerPlan } from "~/models/conversation/plan/plan-answer.server";
import { planAnswerInput } from "~/models/conversation/plan/plan-schema";

export const loader = apiRoute({
  PUT: {
    schema: planAnswerInput,
    status: 204,
    run: (member, input: Parameters<typeof answerPlan>[2], { params: { id = "" } }) =>
      answerPlan(member.id, id, input),
  },
});
export const action = loader;
