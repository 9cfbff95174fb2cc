import { apiRoute } from "~/http/api.server";
import { addCover } from "~/models/catalog/cover.server";

export const loader = apiRoute({
  /** A picture of the member's own, for a record or playlist of theirs. */
  POST: {
    status: 201,
    run: async (member, _, { params: { id = "" } }) => ({ imageUrl: await addCover(member.id, id) }),
  },
});
export const action = loader;
