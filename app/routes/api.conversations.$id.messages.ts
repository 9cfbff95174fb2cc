import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/node";
import { apiRead, apiWrite, listAnswer, operation } from "~/http/api.server";
import { messageInput } from "~/models/message";
import { addMessage, listMessages, MESSAGE_PAGE } from "~/models/message.server";

export async function loader({ request, params }: LoaderFunctionArgs) {
  return apiRead(request, async (member) => {
    const before = new URL(request.url).searchParams.get("before") ?? undefined;
    const messages = await listMessages(member.id, params.id ?? "", before);
    const oldest = messages?.length === MESSAGE_PAGE ? messages.at(-1) : undefined;
    return messages && listAnswer(request, messages, oldest && { before: oldest.id });
  });
}

export async function action({ request, params }: ActionFunctionArgs) {
  const add = operation(messageInput, (member, input) => addMessage(member.id, params.id ?? "", input), 201);
  return apiWrite(request, { POST: add }, { reads: true });
}
