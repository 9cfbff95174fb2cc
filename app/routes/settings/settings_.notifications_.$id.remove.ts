import type { ActionFunctionArgs } from "@remix-run/node";
import { submitButton } from "~/forms/mutation.server";
import { t } from "~/language/text";
import { NOTIFICATION_SETTINGS_PATH } from "~/models/notification/notification-settings";
import { pushMessages } from "~/models/notification/push";
import { removePushBrowser } from "~/models/notification/push-browser.server";

export { clientAction, default, loader } from "~/forms/button-route";

export async function action({ request, params }: ActionFunctionArgs) {
  return submitButton(
    request,
    { page: NOTIFICATION_SETTINGS_PATH, errorTitle: t("Failed to remove browser") },
    async (member) => {
      await removePushBrowser(member.id, params.id ?? "");
      return { flash: pushMessages.removed };
    },
  );
}
