import type { ActionFunctionArgs } from "@remix-run/node";
import { submitForm } from "~/forms/form.server";
import { requireModerator } from "~/http/page.server";
import { outcomes } from "~/models/picture/photo-check";
import { MODERATION_PATH } from "~/models/safety/case/case";
import { photoCheckInput } from "~/models/safety/case/case-schema";
import { decidePhotoCheck } from "~/models/safety/photo-check.server";

export { clientAction, default, loader } from "~/forms/button-route";

export async function action({ request, params }: ActionFunctionArgs) {
  const form = {
    schema: photoCheckInput,
    authorize: requireModerator,
    page: `${MODERATION_PATH}/photos`,
    errorTitle: "The photo check wasn't decided",
    // The error is a notice, since the page has a form for every photo.
    reject: () => undefined,
  };
  return submitForm(request, form, async (moderator, input) => {
    const outcome = await decidePhotoCheck(moderator.id, params.id ?? "", input);
    return { notice: { title: `Photo check decided: ${outcomes[outcome].label.toLowerCase()}` } };
  });
}
