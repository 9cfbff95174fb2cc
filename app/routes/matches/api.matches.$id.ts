import { apiRoute } from "~/http/api.server";
import { unmatch } from "~/models/match/decision.server";
import { getMatchedMemberId } from "~/models/match/match.server";
import { notFoundRefusal } from "~/refusal";

export const loader = apiRoute({
  DELETE: {
    run: async (member, _, { params: { id = "" } }) => {
      const targetId = await getMatchedMemberId(member.id, id);
      if (targetId === undefined) throw notFoundRefusal();
      await unmatch(member.id, targetId);
    },
    status: 204,
  },
});
export const action = loader;
