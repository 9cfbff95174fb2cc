import { apiRoute, operation } from "~/http/api.server";
import { reactionInput } from "~/models/conversation/message-schema";
import { react } from "~/models/conversation/reaction.server";

export const loader = apiRoute({
  PUT: operation(
    reactionInput,
    (member, { reaction }, { params: { id = "" } }) => react(member.id, id, reaction),
    204,
  ),
  DELETE: { status: 204, run: (member, _, { params: { id = "" } }) => react(member.id, id, null) },
});
export const action = loader;
