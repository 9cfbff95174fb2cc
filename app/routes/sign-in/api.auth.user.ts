import { apiRoute } from "~/http/api.server";
import { toOwnMember } from "~/models/member/member.server";

export const loader = apiRoute({
  GET: { run: async (member) => toOwnMember(member), isOpenToUnfinished: true },
});
export const action = loader;
