import { apiRoute, listResponse, operation } from "~/http/api.server";
import { numberedPage } from "~/models/cursor";
import { decideOn } from "~/models/match/decision.server";
import { listMatches } from "~/models/match/match.server";
import { decisionInput } from "~/models/match/match-schema";

export const loader = apiRoute({
  /** Matches, and the likes that wait for an answer. */
  GET: operation(numberedPage, async (member, { cursor }, { request }) => {
    const { matches, next } = await listMatches(member, { after: cursor });
    return listResponse(request, matches, next);
  }),
  /** Likes or passes. */
  POST: operation(decisionInput, (member, input) => decideOn(member.id, input), 201),
});
export const action = loader;
