import { apiRoute, listResponse, operation } from "~/http/api.server";
import { MESSAGE_PAGE } from "~/models/conversation/message";
import { addMessage } from "~/models/conversation/message.server";
import { listMessages } from "~/models/conversation/message-list.server";
import { messageInput, messagePage } from "~/models/conversation/message-schema";

export const loader = apiRoute({
  /** Newest first; `before` is the id of the message that the page ends before. */
  GET: operation(messagePage.pick({ before: true }), async (member, at, { request, params: { id = "" } }) => {
    const messages = await listMessages(member.id, id, at);
    const oldest = messages?.length === MESSAGE_PAGE ? messages.at(-1) : undefined;
    return messages && listResponse(request, messages, oldest && { before: oldest.id });
  }),
  POST: operation(
    messageInput,
    (member, input, { params: { id = "" } }) => addMessage(member.id, id, input),
    201,
  ),
});
export const action = loader;
