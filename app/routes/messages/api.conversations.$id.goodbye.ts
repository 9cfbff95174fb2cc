import { apiRoute, operation } from "~/http/api.server";
import { goodbyeInput } from "~/models/conversation/conversation-schema";
import { reopenConversation, sayGoodbye } from "~/models/conversation/goodbye.server";

export const loader = apiRoute({
  POST: operation(goodbyeInput, (member, input, { params: { id = "" } }) => sayGoodbye(member.id, id, input)),
  DELETE: { run: (member, _, { params: { id = "" } }) => reopenConversation(member.id, id), status: 204 },
});
export const action = loader;
