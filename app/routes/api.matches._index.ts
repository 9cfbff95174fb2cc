import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/node";
import { apiRead, apiWrite, listAnswer, operation, parseInput } from "~/http/api.server";
import { decisionInput } from "~/models/decision";
import { decideOn } from "~/models/decision.server";
import { matchPage } from "~/models/match";
import { listMatches } from "~/models/match.server";

export async function loader({ request }: LoaderFunctionArgs) {
  return apiRead(request, async (member) => {
    const { cursor } = parseInput(matchPage, Object.fromEntries(new URL(request.url).searchParams));
    const { matches, next } = await listMatches(member, { after: cursor });
    return listAnswer(request, matches, next);
  });
}

export async function action({ request }: ActionFunctionArgs) {
  const decide = operation(decisionInput, (member, input) => decideOn(member.id, input), 201);
  return apiWrite(request, { POST: decide }, { reads: true });
}
