import { z } from "zod";
import { apiRoute, listResponse, operation } from "~/http/api.server";
import { discover } from "~/models/match/discover.server";
import { discoverFilters, discoverOrder, readDiscoverParams } from "~/models/match/discover-schema";

const discoverQuery = discoverFilters.and(z.object({ cursor: z.string().optional(), order: discoverOrder }));

export const loader = apiRoute({
  GET: {
    ...operation(discoverQuery, async (member, { cursor, order, ...filters }, { request }) => {
      const options = { pageOnly: true, newFirst: order === "new" };
      const { members, next } = await discover(member.id, filters, cursor, options);
      return listResponse(request, members, next === null ? undefined : { cursor: next });
    }),
    readQuery: readDiscoverParams,
  },
});
export const action = loader;
