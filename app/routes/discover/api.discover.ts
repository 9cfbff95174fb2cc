import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/node";
import { apiRead, apiWrite, listResponse } from "~/http/api.server";
import { parseInput } from "~/http/parse-input.server";
import { discover } from "~/models/match/discover.server";
import { discoverFilters, readDiscoverParams } from "~/models/match/discover-schema";

export async function loader({ request }: LoaderFunctionArgs) {
  return apiRead(request, async (member) => {
    const params = new URL(request.url).searchParams;
    const filters = parseInput(discoverFilters, readDiscoverParams(params));
    const cursor = params.get("cursor") ?? undefined;
    const { members, next } = await discover(member.id, filters, cursor, { pageOnly: true });
    return listResponse(request, members, next === null ? undefined : { cursor: next });
  });
}

export async function action({ request }: ActionFunctionArgs) {
  return apiWrite(request, {}, { reads: true });
}
