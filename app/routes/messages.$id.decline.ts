import type { ActionFunctionArgs } from "@remix-run/node";
import { pressButton } from "~/forms/press-button.server";
import { otherOf, requestWords } from "~/models/conversation";
import { declineRequest, getConversation, undoDecline } from "~/models/conversation.server";
import { absent } from "~/models/refusal";

export { pressInBrowser as clientAction } from "~/forms/press-button";

export async function loader() {
  throw new Response(null, { status: 404 });
}

/** Declines a message request, or with `undo` takes that back. */
export async function action({ request, params }: ActionFunctionArgs) {
  const id = params.id ?? "";
  return pressButton(request, "/messages", async (member, form) => {
    if (form.has("undo")) {
      await undoDecline(member.id, id);
      return { notice: requestWords.undone };
    }
    const talk = await getConversation(member.id, id);
    if (!talk) throw absent();
    await declineRequest(member.id, id);
    return { notice: requestWords.declined(id, otherOf(talk, member.id).firstName), to: "/messages" };
  });
}

/** Never shown: a page only so that whoever visits the address sees the not-found screen. */
export default function Nothing() {
  return null;
}
