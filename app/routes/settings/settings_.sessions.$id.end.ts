import type { ActionFunctionArgs } from "@remix-run/node";
import { submitButton } from "~/forms/mutation.server";
import { SETTINGS_PATH, sessionMessages } from "~/models/account/sign-in/session";
import { endMemberSession } from "~/models/account/sign-in/session.server";

export { clientAction, default, loader } from "~/forms/button-route";

export async function action({ request, params }: ActionFunctionArgs) {
  return submitButton(request, { page: SETTINGS_PATH }, async (member) => {
    await endMemberSession(member.id, params.id ?? "");
    return { flash: sessionMessages.ended };
  });
}
