import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/node";
import { apiRead, apiWrite, listAnswer, parseInput } from "~/http/api.server";
import { discover } from "~/matching/discover.server";
import { discoverFilters, readDiscoverParams } from "~/models/discovery";

export async function loader({ request }: LoaderFunctionArgs) {
  return apiRead(request, async (member) => {
    const params = new URL(request.url).searchParams;
    const filters = parseInput(discoverFilters, readDiscoverParams(params));
    const cursor = params.get("cursor") ?? undefined;
    const { members, next } = await discover(member.id, filters, cursor, { pageOnly: true });
    return listAnswer(request, members, next === null ? undefined : { cursor: next });
  });
}

export async function action({ request }: ActionFunctionArgs) {
  return apiWrite(request, {}, { reads: true });
}
