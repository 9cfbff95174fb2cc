import type { ActionFunctionArgs } from "@remix-run/node";
import { pressButton } from "~/forms/press-button.server";
import { otherOf, requestWords } from "~/models/conversation";
import { acceptRequest, getConversation } from "~/models/conversation.server";
import { absent } from "~/models/refusal";

export { pressInBrowser as clientAction } from "~/forms/press-button";

export async function loader() {
  throw new Response(null, { status: 404 });
}

/** Accepts a message request. */
export async function action({ request, params }: ActionFunctionArgs) {
  const id = params.id ?? "";
  return pressButton(request, `/messages/${encodeURIComponent(id)}`, async (member) => {
    const talk = await getConversation(member.id, id);
    if (!talk) throw absent();
    await acceptRequest(member.id, id);
    return { notice: requestWords.accepted(otherOf(talk, member.id).firstName) };
  });
}

/** Never shown: a page only so that whoever visits the address sees the not-found screen. */
export default function Nothing() {
  return null;
}
