import { apiRoute, operation } from "~/http/api.server";
import {
  acceptPlan,
  cancelPlan,
  declinePlan,
  listPlans,
  proposePlan,
} from "~/models/conversation/plan/plan.server";
import { planInput, planStepInput } from "~/models/conversation/plan/plan-schema";

export const loader = apiRoute({
  GET: { run: (member, _, { params: { id = "" } }) => listPlans(member.id, id) },
  POST: operation(
    planInput,
    (member, input, { params: { id = "" } }) => proposePlan(member.id, id, input),
    201,
  ),
  PATCH: operation(planStepInput, (member, { step, planId, sentence }, { params: { id = "" } }) => {
    if (step === "accept") return acceptPlan(member.id, id, planId);
    if (step === "decline") return declinePlan(member.id, id, planId);
    return cancelPlan(member.id, id, { planId, sentence });
  }),
});
export const action = loader;
