import type { ActionFunctionArgs } from "@remix-run/node";
import { submitButton, unlessGone } from "~/forms/mutation.server";
import { alertMessages } from "~/models/alert/alert";
import { endAlert } from "~/models/alert/alert.server";
import { NOTIFICATIONS_PATH } from "~/models/notification/notification";

export { clientAction, default, loader } from "~/forms/button-route";

export async function action({ request, params }: ActionFunctionArgs) {
  return submitButton(request, { page: NOTIFICATIONS_PATH }, async (member) => {
    await unlessGone(alertMessages.gone, endAlert(member.id, params.id ?? ""));
    return { flash: alertMessages.ended };
  });
}
