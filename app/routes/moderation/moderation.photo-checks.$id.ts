import type { ActionFunctionArgs } from "@remix-run/node";
import { submitReview } from "~/actions/safety/moderation-forms.server";
import { t } from "~/language/text";
import { decidePhotoCheck } from "~/models/safety/photos/photo-check-review.server";
import { photoCheckInput } from "~/models/safety/review-schema";

export { clientAction, default, loader } from "~/forms/button-route";

export async function action(args: ActionFunctionArgs) {
  const review = { schema: photoCheckInput, list: "photos", errorTitle: t("The photo check wasn't decided") };
  return submitReview(args, review, async (moderatorId, id, input) => {
    const outcome = await decidePhotoCheck(moderatorId, id, input);
    return t(
      "{outcome, select, matches {Photo check decided: matches} differs {Photo check decided: doesn't match} other {Photo check decided: no face}}",
      { outcome },
    );
  });
}
