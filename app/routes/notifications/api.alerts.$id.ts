import { apiRoute } from "~/http/api.server";
import { endAlert } from "~/models/alert/alert.server";

export const loader = apiRoute({
  DELETE: { status: 204, run: (member, _, { params }) => endAlert(member.id, params.id ?? "") },
});
export const action = loader;
