import type { ActionFunctionArgs } from "@remix-run/node";
import { submitReview } from "~/actions/safety/moderation-forms.server";
import { t } from "~/language/text";
import { outcomes } from "~/models/picture/photo-check";
import { decidePhotoCheck } from "~/models/safety/photos/photo-check-review.server";
import { photoCheckInput } from "~/models/safety/review-schema";

export { clientAction, default, loader } from "~/forms/button-route";

export async function action(args: ActionFunctionArgs) {
  const review = { schema: photoCheckInput, list: "photos", errorTitle: "The photo check wasn't decided" };
  return submitReview(args, review, async (moderatorId, id, input) => {
    const outcome = await decidePhotoCheck(moderatorId, id, input);
    return `Photo check decided: ${t(outcomes[outcome].label).toLowerCase()}`;
  });
}
