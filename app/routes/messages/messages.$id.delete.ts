import type { ActionFunctionArgs } from "@remix-run/node";
import { submitButton, unlessGone } from "~/forms/mutation.server";
import { parseInput } from "~/http/body.server";
import { msg } from "~/language/text";
import { MESSAGE_DELETED, MESSAGE_GONE } from "~/models/conversation/message";
import { deleteMessage } from "~/models/conversation/message-change.server";
import { messageButton } from "~/models/conversation/message-schema";

export { clientAction, default, loader } from "~/forms/button-route";

/** Deletes a message of the member's own. */
export async function action({ request, params }: ActionFunctionArgs) {
  const page = `/messages/${encodeURIComponent(params.id ?? "")}`;
  return submitButton(
    request,
    { page, errorTitle: msg("Failed to delete message") },
    async (member, form) => {
      const { messageId } = parseInput(messageButton, Object.fromEntries(form));
      await unlessGone(MESSAGE_GONE, deleteMessage(member.id, messageId));
      return { flash: { title: MESSAGE_DELETED }, to: page };
    },
  );
}
