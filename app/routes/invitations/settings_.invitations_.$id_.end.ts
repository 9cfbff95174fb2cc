import type { ActionFunctionArgs } from "@remix-run/node";
import { submitButton } from "~/forms/mutation.server";
import { t } from "~/language/text";
import { INVITATIONS_PATH } from "~/models/account/invitation/invitation";
import { endInvitation } from "~/models/account/invitation/invitation.server";

export { clientAction, default, loader } from "~/forms/button-route";

export async function action({ request, params }: ActionFunctionArgs) {
  return submitButton(request, { page: INVITATIONS_PATH }, async ({ id }) => {
    await endInvitation(id, params.id ?? "");
    return { flash: { title: t("Invitation ended") } };
  });
}
