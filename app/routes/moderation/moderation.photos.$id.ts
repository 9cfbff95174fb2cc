import type { ActionFunctionArgs } from "@remix-run/node";
import { submitReview } from "~/actions/safety/moderation-forms.server";
import { t } from "~/language/text";
import { reviewPicture } from "~/models/safety/photos/photo-review.server";
import { pictureReviewInput } from "~/models/safety/review-schema";

export { clientAction, default, loader } from "~/forms/button-route";

export async function action(args: ActionFunctionArgs) {
  const review = { schema: pictureReviewInput, list: "photos", errorTitle: t("The picture wasn't reviewed") };
  return submitReview(args, review, async (moderatorId, id, input) => {
    const use = await reviewPicture(moderatorId, id, input);
    return input.outcome === "approve"
      ? t(
          "{use, select, photo {Profile photo approved} more {Photo approved} cover {Cover photo approved} playlist {Playlist cover approved} other {Record cover approved}}",
          { use },
        )
      : t(
          "{use, select, photo {Profile photo rejected} more {Photo rejected} cover {Cover photo rejected} playlist {Playlist cover rejected} other {Record cover rejected}}",
          { use },
        );
  });
}
