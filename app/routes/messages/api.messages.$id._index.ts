import { apiRoute, operation } from "~/http/api.server";
import { deleteMessage, editMessage } from "~/models/conversation/message-change.server";
import { editInput } from "~/models/conversation/message-schema";

export const loader = apiRoute({
  PATCH: operation(editInput, (member, input, { params: { id = "" } }) => editMessage(member.id, id, input)),
  DELETE: { status: 204, run: (member, _, { params: { id = "" } }) => deleteMessage(member.id, id) },
});
export const action = loader;
