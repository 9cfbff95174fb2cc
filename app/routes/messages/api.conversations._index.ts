import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/node";
import { apiRead, apiWrite, listResponse, operation } from "~/http/api.server";
import { parseInput } from "~/http/parse-input.server";
import { listConversations, startConversation } from "~/models/conversation/conversation.server";
import { conversationInput } from "~/models/conversation/conversation-schema";
import { timedPage } from "~/models/shared/cursor";

export async function loader({ request }: LoaderFunctionArgs) {
  return apiRead(request, async (member) => {
    const { cursor } = parseInput(timedPage, Object.fromEntries(new URL(request.url).searchParams));
    const { conversations, next } = await listConversations(member.id, { after: cursor });
    return listResponse(request, conversations, next);
  });
}

export async function action({ request }: ActionFunctionArgs) {
  const start = operation(
    conversationInput,
    (member, { targetUserId }) => startConversation(member.id, targetUserId),
    201,
  );
  return apiWrite(request, { POST: start }, { reads: true });
}
