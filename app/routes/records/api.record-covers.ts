import { apiRoute, operation } from "~/http/api.server";
import { changeCoverSearch, getCoverSearch } from "~/models/record/cover-search.server";
import { coverSearchInput } from "~/models/record/record-schema";

export const loader = apiRoute({
  GET: { run: (member) => getCoverSearch(member.id) },
  POST: operation(coverSearchInput, (member, { step }) => changeCoverSearch(member.id, step)),
});
export const action = loader;
