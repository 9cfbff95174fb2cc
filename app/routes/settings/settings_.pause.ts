import type { ActionFunctionArgs } from "@remix-run/node";
import { submitButton } from "~/forms/mutation.server";
import { pauseMessages } from "~/models/account/leaving/pause";
import { setPaused } from "~/models/account/leaving/pause.server";
import { SETTINGS_PATH } from "~/models/account/sign-in/session";

export { clientAction, default, loader } from "~/forms/button-route";

export async function action({ request }: ActionFunctionArgs) {
  return submitButton(request, { page: SETTINGS_PATH }, async (member, form) => {
    const isPaused = form.get("paused") === "true";
    await setPaused(member.id, isPaused);
    return { flash: isPaused ? pauseMessages.paused : pauseMessages.resumed };
  });
}
