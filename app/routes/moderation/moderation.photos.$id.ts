import type { ActionFunctionArgs } from "@remix-run/node";
import { submitReview } from "~/actions/safety/moderation-forms.server";
import { t } from "~/language/text";
import { pendingNames } from "~/models/picture/upload";
import { reviewPicture } from "~/models/safety/photos/photo-review.server";
import { pictureReviewInput } from "~/models/safety/review-schema";

export { clientAction, default, loader } from "~/forms/button-route";

export async function action(args: ActionFunctionArgs) {
  const review = { schema: pictureReviewInput, list: "photos", errorTitle: "The picture wasn't reviewed" };
  return submitReview(args, review, async (moderatorId, id, input) => {
    const use = await reviewPicture(moderatorId, id, input);
    return `${t(pendingNames[use])} ${input.outcome === "approve" ? "approved" : "rejected"}`;
  });
}
