import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/node";
import { apiRead, apiWrite, listResponse, operation } from "~/http/api.server";
import { parseInput } from "~/http/parse-input.server";
import { decideOn } from "~/models/match/decision.server";
import { listMatches } from "~/models/match/match.server";
import { decisionInput } from "~/models/match/match-schema";
import { numberedPage } from "~/models/shared/cursor";

export async function loader({ request }: LoaderFunctionArgs) {
  return apiRead(request, async (member) => {
    const { cursor } = parseInput(numberedPage, Object.fromEntries(new URL(request.url).searchParams));
    const { matches, next } = await listMatches(member, { after: cursor });
    return listResponse(request, matches, next);
  });
}

export async function action({ request }: ActionFunctionArgs) {
  const decide = operation(decisionInput, (member, input) => decideOn(member.id, input), 201);
  return apiWrite(request, { POST: decide }, { reads: true });
}
