import { apiRoute, operation } from "~/http/api.server";
import { deleteMessage, editMessage } from "~/models/conversation/message-change.server";
import { editInput } from "~/models/conversation/message-schema";

export const { loader, action, operations } = apiRoute({
  PATCH: operation(editInput, (member, input, { params: { id = "" } }) => editMessage(member.id, id, input)),
  DELETE: { status: 204, run: (member, _, { params: { id = "" } }) => deleteMessage(member.id, id) },
});
