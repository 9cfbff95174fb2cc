import { apiRoute } from "~/http/api.server";
import { findOpeners } from "~/models/conversation/openers.server";

export const loader = apiRoute({
  /** Messages to choose from: first ones, and ones that take up a conversation that has rested for three days. */
  GET: { run: (member, _, { params: { id = "" } }) => findOpeners(member.id, id) },
});
export const action = loader;
