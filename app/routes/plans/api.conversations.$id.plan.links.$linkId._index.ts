import { apiRoute } from "~/http/api.server";
import { endPlanLink } from "~/models/conversation/plan/plan-link.server";

export const loader = apiRoute({
  DELETE: { status: 204, run: (member, _, { params: { linkId = "" } }) => endPlanLink(member.id, linkId) },
});
export const action = loader;
