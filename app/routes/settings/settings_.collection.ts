import type { ActionFunctionArgs } from "@remix-run/node";
import { returnPath } from "~/auth/return-path";
import { submitButton } from "~/forms/mutation.server";
import { SETTINGS_PATH } from "~/models/account/sign-in/session";
import { shownCollectionMessages } from "~/models/record/record";
import { setCollectionShown } from "~/models/record/shown-record.server";

export { clientAction, default, loader } from "~/forms/button-route";

export async function action({ request }: ActionFunctionArgs) {
  return submitButton(request, { page: returnPath(request, SETTINGS_PATH) }, async (member, form) => {
    const isShown = form.get("shown") === "true";
    await setCollectionShown(member.id, isShown);
    return { flash: isShown ? shownCollectionMessages.shown : shownCollectionMessages.hidden };
  });
}
