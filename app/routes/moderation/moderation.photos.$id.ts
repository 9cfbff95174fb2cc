import type { ActionFunctionArgs } from "@remix-run/node";

import { submitForm } from "~/forms/form.server";
import { requireModerator } from "~/http/page.server";
import { pendingNames } from "~/models/picture/upload";
import { MODERATION_PATH } from "~/models/safety/case/case";
import { pictureReviewInput } from "~/models/safety/case/case-schema";
import { reviewPicture } from "~/models/safety/photo-review.server";

export { clientAction, default, loader } from "~/forms/button-route";

export async function action({ request, params }: ActionFunctionArgs) {
  const page = `${MODERATION_PATH}/photos`;
  const form = {
    schema: pictureReviewInput,
    authorize: requireModerator,
    page,
    errorTitle: "The picture wasn't reviewed",
    // The error is a notice, since the page has a form for every picture.
    reject: () => undefined,
  };
  return submitForm(request, form, async (moderator, input) => {
    const use = await reviewPicture(moderator.id, params.id ?? "", input);
    const outcome = input.outcome === "approve" ? "approved" : "rejected";
    return { notice: { title: `${pendingNames[use]} ${outcome}` } };
  });
}
