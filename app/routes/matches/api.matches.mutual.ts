import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/node";
import { apiRead, apiWrite, listResponse } from "~/http/api.server";
import { parseInput } from "~/http/parse-input.server";
import { listMatches } from "~/models/match/match.server";
import { numberedPage } from "~/models/shared/cursor";

export async function loader({ request }: LoaderFunctionArgs) {
  return apiRead(request, async (member) => {
    const { cursor } = parseInput(numberedPage, Object.fromEntries(new URL(request.url).searchParams));
    const { matches, next } = await listMatches(member, { mutual: true, after: cursor });
    return listResponse(request, matches, next);
  });
}

export async function action({ request }: ActionFunctionArgs) {
  return apiWrite(request, {}, { reads: true });
}
