import type { ActionFunctionArgs } from "@remix-run/node";
import { returnPath } from "~/auth/return-path";
import { submitButton, unlessGone } from "~/forms/mutation.server";
import { parseInput } from "~/http/body.server";
import { alertMessages } from "~/models/alert/alert";
import { saveAlert } from "~/models/alert/alert.server";
import { alertInput } from "~/models/alert/alert-schema";
import { NOTIFICATIONS_PATH } from "~/models/notification/notification";
import { showMessages } from "~/models/show/show";

export { clientAction, default, loader } from "~/forms/button-route";

/** "Tell me when somebody new fits", on the page that shows whom it would find. */
export async function action({ request }: ActionFunctionArgs) {
  return submitButton(request, { page: returnPath(request, NOTIFICATIONS_PATH) }, async (member, form) => {
    const asked = Object.fromEntries([...new URL(request.url).searchParams, ...form]);
    const input = parseInput(alertInput, asked);
    await unlessGone(showMessages.gone, saveAlert(member.id, input));
    return { flash: alertMessages.saved };
  });
}
