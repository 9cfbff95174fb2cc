import { apiRoute } from "~/http/api.server";
import { removeMusicAccount } from "~/models/music-account/music-account.server";

export const loader = apiRoute({
  DELETE: { run: (member, _, { params: { id = "" } }) => removeMusicAccount(member.id, id), status: 204 },
});
export const action = loader;
