import { apiRoute, operation } from "~/http/api.server";
import { listPlans } from "~/models/conversation/plan/plan.server";
import { addPlanLink, listPlanLinks } from "~/models/conversation/plan/plan-link.server";
import { linkInput } from "~/models/conversation/plan/plan-schema";

export const loader = apiRoute({
  GET: {
    run: async (member, _, { params: { id = "" } }) => {
      const found = await listPlans(member.id, id);
      if (!found) return undefined;
      return { links: await listPlanLinks(member.id, id) };
    },
  },
  POST: operation(
    linkInput,
    (member, input, { params: { id = "" } }) => addPlanLink(member.id, id, input),
    201,
  ),
});
export const action = loader;
