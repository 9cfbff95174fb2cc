import type { ActionFunctionArgs } from "@remix-run/node";
import { submitButton } from "~/forms/mutation.server";
import { otherParticipant, requestMessages } from "~/models/conversation/conversation";
import { declineRequest, restoreRequest } from "~/models/conversation/request.server";

export { clientAction, default, loader } from "~/forms/button-route";

/** Declines a message request, or with `undo` restores it. */
export async function action({ request, params }: ActionFunctionArgs) {
  const id = params.id ?? "";
  return submitButton(request, { page: "/messages" }, async (member, form) => {
    if (form.has("undo")) {
      await restoreRequest(member.id, id);
      return { flash: requestMessages.undone };
    }
    const { firstName } = otherParticipant(await declineRequest(member.id, id), member.id);
    return { flash: requestMessages.declined(id, firstName), to: "/messages" };
  });
}
