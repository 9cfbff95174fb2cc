import { apiRoute } from "~/http/api.server";
import { listVersions } from "~/models/conversation/message-change.server";

export const loader = apiRoute({
  /** What an edited message said before, oldest first. */
  GET: { run: (member, _, { params: { id = "" } }) => listVersions(member.id, id) },
});
export const action = loader;
