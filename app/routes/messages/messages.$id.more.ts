import type { LoaderFunctionArgs } from "@remix-run/node";
import { apiRead } from "~/http/api.server";
import { parseInput } from "~/http/parse-input.server";
import { getChat } from "~/models/conversation/message.server";
import { messagePage } from "~/models/conversation/message-schema";

export async function loader({ request, params }: LoaderFunctionArgs) {
  return apiRead(request, async (member) => {
    const at = parseInput(messagePage, Object.fromEntries(new URL(request.url).searchParams));
    const chat = await getChat(member.id, params.id ?? "", at);
    if (!chat) return undefined;
    const { messages, hasEarlier, status, seen, partner } = chat;
    return { messages, hasEarlier, status, seen, partner };
  });
}
