import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/node";
import { apiRead, apiWrite, operation } from "~/http/api.server";
import { conversationInput } from "~/models/conversation";
import { listConversations, startConversation } from "~/models/conversation.server";

export async function loader({ request }: LoaderFunctionArgs) {
  return apiRead(request, (member) => listConversations(member.id));
}

export async function action({ request }: ActionFunctionArgs) {
  const start = operation(
    conversationInput,
    (member, { targetUserId }) => startConversation(member.id, targetUserId),
    201,
  );
  return apiWrite(request, { POST: start }, { reads: true });
}
