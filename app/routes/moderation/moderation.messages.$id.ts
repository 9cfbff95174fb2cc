import type { ActionFunctionArgs } from "@remix-run/node";
import { submitReview } from "~/actions/safety/moderation-forms.server";
import { t } from "~/language/text";
import { reviewMessage } from "~/models/safety/held-message.server";
import { messageReviewInput } from "~/models/safety/review-schema";

export { clientAction, default, loader } from "~/forms/button-route";

export async function action(args: ActionFunctionArgs) {
  const review = {
    schema: messageReviewInput,
    list: "messages",
    errorTitle: t("The message wasn't reviewed"),
  };
  return submitReview(args, review, async (moderatorId, id, input) => {
    await reviewMessage(moderatorId, id, input);
    return input.outcome === "approve" ? t("Message delivered") : t("Message not delivered");
  });
}
