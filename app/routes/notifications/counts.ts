import { apiRoute } from "~/http/api.server";
import { getCounts } from "~/http/counts.server";

export const loader = apiRoute({
  // An open page of sanctions follows an appeal by them.
  GET: { run: (member) => getCounts(member.id), isOpenToUnfinished: true },
});
