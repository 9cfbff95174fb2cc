import { apiRoute } from "~/http/api.server";
import { getGame } from "~/models/trivia/trivia.server";

export const loader = apiRoute({
  GET: { run: (member, _, { params: { id = "" } }) => getGame(member.id, id) },
});
export const action = loader;
