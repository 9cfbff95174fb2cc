import { apiRoute } from "~/http/api.server";
import { getShow } from "~/models/show/show-list.server";

export const loader = apiRoute({
  /** A show, with the people going whom the member could meet. */
  GET: { run: (member, _, { params }) => getShow(member, params.id ?? "") },
});
export const action = loader;
