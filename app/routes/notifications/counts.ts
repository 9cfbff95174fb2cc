import { apiRoute } from "~/http/api.server";
import { getCounts } from "~/http/counts.server";

export const loader = apiRoute({
  // An open page of sanctions uses the counts to follow an appeal.
  GET: { run: (member) => getCounts(member.id), isOpenToUnfinished: true },
});
