import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/node";
import { apiRead, apiWrite, listAnswer, operation, parseInput } from "~/http/api.server";
import { conversationInput, conversationPage } from "~/models/conversation";
import { listConversations, startConversation } from "~/models/conversation.server";

export async function loader({ request }: LoaderFunctionArgs) {
  return apiRead(request, async (member) => {
    const { cursor } = parseInput(conversationPage, Object.fromEntries(new URL(request.url).searchParams));
    const { talks, next } = await listConversations(member.id, { after: cursor });
    return listAnswer(request, talks, next);
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
