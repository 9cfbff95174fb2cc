import { apiRoute } from "~/http/api.server";
import { sayHome } from "~/models/conversation/plan/plan-link.server";

export const loader = apiRoute({
  PUT: { status: 204, run: (member, _, { params: { linkId = "" } }) => sayHome(member.id, linkId) },
  DELETE: { status: 204, run: (member, _, { params: { linkId = "" } }) => sayHome(member.id, linkId, false) },
});
export const action = loader;
