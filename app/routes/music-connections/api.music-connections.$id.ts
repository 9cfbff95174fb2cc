import { apiRoute } from "~/http/api.server";
import { removeConnection } from "~/models/connection/connection.server";

export const loader = apiRoute({
  DELETE: { run: (member, _, { params: { id = "" } }) => removeConnection(member.id, id), status: 204 },
});
export const action = loader;
