import type { ActionFunctionArgs } from "@remix-run/node";
import { submitForm } from "~/forms/form.server";
import { requireModerator } from "~/http/page.server";
import { MODERATION_PATH } from "~/models/safety/case/case";
import { messageReviewInput } from "~/models/safety/case/case-schema";
import { reviewMessage } from "~/models/safety/held-message.server";

export { clientAction, default, loader } from "~/forms/button-route";

export async function action({ request, params }: ActionFunctionArgs) {
  const form = {
    schema: messageReviewInput,
    authorize: requireModerator,
    page: `${MODERATION_PATH}/messages`,
    errorTitle: "The message wasn't reviewed",
    // The error is a notice, since the page has a form for every message.
    reject: () => undefined,
  };
  return submitForm(request, form, async (moderator, input) => {
    await reviewMessage(moderator.id, params.id ?? "", input);
    return { notice: { title: input.outcome === "approve" ? "Message delivered" : "Message not delivered" } };
  });
}
