import type { ActionFunctionArgs } from "@remix-run/node";
import { submitButton, unlessGone } from "~/forms/mutation.server";
import { parseInput } from "~/http/body.server";
import { planMessages } from "~/models/conversation/plan/plan";
import { acceptPlan, declinePlan } from "~/models/conversation/plan/plan.server";
import { answerPlan } from "~/models/conversation/plan/plan-answer.server";
import { endPlanLink, sayHome } from "~/models/conversation/plan/plan-link.server";
import { planPath } from "~/models/conversation/plan/plan-path";
import { planForm } from "~/models/conversation/plan/plan-schema";

export { clientAction, default, loader } from "~/forms/button-route";

/** The buttons of a plan's page. */
export async function action({ request, params }: ActionFunctionArgs) {
  const id = params.id ?? "";
  return submitButton(request, { page: planPath(id) }, async (member, form) => {
    const input = parseInput(planForm, Object.fromEntries(form));
    switch (input.step) {
      case "accept":
        await acceptPlan(member.id, id, input.planId);
        return { flash: planMessages.accepted };
      case "decline":
        await declinePlan(member.id, id, input.planId);
        return { flash: planMessages.declined };
      case "answer":
        await answerPlan(member.id, id, input);
        return { flash: planMessages.answered };
      case "home":
        await unlessGone(planMessages.linkGone, sayHome(member.id, input.linkId));
        return { flash: planMessages.home };
      case "not-home":
        await unlessGone(planMessages.linkGone, sayHome(member.id, input.linkId, false));
        return { flash: planMessages.notHome };
      case "end-link":
        await unlessGone(planMessages.linkGone, endPlanLink(member.id, input.linkId));
        return { flash: planMessages.linkEnded, to: `${planPath(id)}/friend` };
    }
  });
}
