import type { ActionFunctionArgs } from "@remix-run/node";
import { pressButton } from "~/forms/press-button.server";
import { parseInput } from "~/http/api.server";
import { conversationInput, conversationWords } from "~/models/conversation";
import { startConversation } from "~/models/conversation.server";

export { pressInBrowser as clientAction } from "~/forms/press-button";

export async function loader() {
  throw new Response(null, { status: 404 });
}

/** Start Conversation and Send Message, wherever they stand. */
export async function action({ request }: ActionFunctionArgs) {
  return pressButton(request, "/matches", async (member, form) => {
    const { targetUserId } = parseInput(conversationInput, Object.fromEntries(form));
    const { id } = await startConversation(member.id, targetUserId);
    return { notice: conversationWords, to: `/messages/${id}` };
  });
}

/** Never shown: a page only so that whoever visits the address sees the not-found screen. */
export default function Nothing() {
  return null;
}
