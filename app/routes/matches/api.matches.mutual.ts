import { apiRoute, listResponse, operation } from "~/http/api.server";
import { numberedPage } from "~/models/cursor";
import { listMatches } from "~/models/match/match.server";

export const loader = apiRoute({
  GET: operation(numberedPage, async (member, { cursor }, { request }) => {
    const { matches, next } = await listMatches(member, { mutual: true, after: cursor });
    return listResponse(request, matches, next);
  }),
});
export const action = loader;
