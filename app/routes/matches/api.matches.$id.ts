import { apiRoute } from "~/http/api.server";
import { unmatch } from "~/models/match/decision.server";
import { getMatchedMemberId } from "~/models/match/match.server";
import { notFoundRefusal } from "~/refusal";

export const loader = apiRoute({
  /** Ends one that is hidden too, but whoever ended or hides it, the answer is the same 404. */
  DELETE: {
    run: async (member, _, { params: { id = "" } }) => {
      const targetId = await getMatchedMemberId(member.id, id);
      const ended = targetId === undefined ? undefined : await unmatch(member.id, targetId);
      if (ended === undefined) throw notFoundRefusal();
    },
    status: 204,
  },
});
export const action = loader;
