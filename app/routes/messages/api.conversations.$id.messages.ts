import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/node";
import { apiRead, apiWrite, listResponse, operation } from "~/http/api.server";
import { parseInput } from "~/http/parse-input.server";
import { MESSAGE_PAGE } from "~/models/conversation/message";
import { addMessage, listMessages } from "~/models/conversation/message.server";
import { messageInput, messagePage } from "~/models/conversation/message-schema";

export async function loader({ request, params }: LoaderFunctionArgs) {
  return apiRead(request, async (member) => {
    const onlyBefore = messagePage.pick({ before: true });
    const at = parseInput(onlyBefore, Object.fromEntries(new URL(request.url).searchParams));
    const messages = await listMessages(member.id, params.id ?? "", at);
    const oldest = messages?.length === MESSAGE_PAGE ? messages.at(-1) : undefined;
    return messages && listResponse(request, messages, oldest && { before: oldest.id });
  });
}

export async function action({ request, params }: ActionFunctionArgs) {
  const add = operation(messageInput, (member, input) => addMessage(member.id, params.id ?? "", input), 201);
  return apiWrite(request, { POST: add }, { reads: true });
}
