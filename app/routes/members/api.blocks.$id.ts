import { apiRoute } from "~/http/api.server";
import { memberIdField } from "~/models/fields";
import { unblockMember } from "~/models/safety/block.server";
import { notFoundRefusal } from "~/refusal";

export const loader = apiRoute({
  /** `id` is the blocked member's. */
  DELETE: {
    run: async (member, _, { params }) => {
      const targetId = memberIdField.safeParse(params.id).data;
      if (targetId === undefined) throw notFoundRefusal();
      await unblockMember(member.id, targetId);
    },
    status: 204,
  },
});
export const action = loader;
