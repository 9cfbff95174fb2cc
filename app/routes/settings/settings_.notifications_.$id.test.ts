import type { ActionFunctionArgs } from "@remix-run/node";
import { submitButton } from "~/forms/mutation.server";
import { NOTIFICATION_SETTINGS_PATH } from "~/models/notification/notification-settings";
import { pushMessages } from "~/models/notification/push";
import { testPushBrowser } from "~/models/notification/push-browser.server";

export { clientAction, default, loader } from "~/forms/button-route";

export async function action({ request, params }: ActionFunctionArgs) {
  return submitButton(request, { page: NOTIFICATION_SETTINGS_PATH }, async (member) => {
    await testPushBrowser(member.id, params.id ?? "");
    return { flash: pushMessages.tested };
  });
}
