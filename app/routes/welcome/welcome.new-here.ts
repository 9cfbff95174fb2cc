import type { ActionFunctionArgs } from "@remix-run/node";
import { submitButton } from "~/forms/mutation.server";
import { privacySavedMessage } from "~/models/account/privacy";
import { savePrivacy } from "~/models/account/privacy.server";
import { stepPath } from "~/models/member/welcome";

export { clientAction, default, loader } from "~/forms/button-route";

/** Saves whether others see that the member is new here, asked on the last page of the first run. */
export async function action({ request }: ActionFunctionArgs) {
  return submitButton(request, { page: stepPath("people") }, async (member, form) => {
    await savePrivacy(member.id, { showsNew: form.get("shown") === "true" });
    return { flash: privacySavedMessage };
  });
}
