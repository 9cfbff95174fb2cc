import type { ActionFunctionArgs } from "@remix-run/node";
import { submitPlainForm } from "~/forms/mutation.server";
import { requireModerator } from "~/http/page.server";
import { MODERATION_PATH } from "~/models/safety/case";
import { photoReviewInput } from "~/models/safety/case-schema";
import { reviewPhoto } from "~/models/safety/photo-review.server";

export { clientAction, default, loader } from "~/forms/button-route";

export async function action({ request, params }: ActionFunctionArgs) {
  const page = `${MODERATION_PATH}/photos`;
  const form = {
    schema: photoReviewInput,
    authorize: requireModerator,
    page,
    errorTitle: "The photo wasn't reviewed",
    // The error is a notice, since the page has a form for every photo.
    reject: () => undefined,
  };
  return submitPlainForm(request, form, async (moderator, input) => {
    await reviewPhoto(moderator.id, params.id ?? "", input);
    return { notice: { title: input.outcome === "approve" ? "Photo approved" : "Photo rejected" } };
  });
}
