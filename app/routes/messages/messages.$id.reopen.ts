import type { ActionFunctionArgs } from "@remix-run/node";
import { submitButton } from "~/forms/mutation.server";
import { goodbyeMessages } from "~/models/conversation/goodbye";
import { reopenConversation } from "~/models/conversation/goodbye.server";

export { clientAction, default, loader } from "~/forms/button-route";

/** Reopens a conversation that the member has closed. */
export async function action({ request, params }: ActionFunctionArgs) {
  const id = params.id ?? "";
  return submitButton(request, { page: `/messages/${encodeURIComponent(id)}` }, async (member) => {
    await reopenConversation(member.id, id);
    return { flash: goodbyeMessages.reopened };
  });
}
