import type { ActionFunctionArgs } from "@remix-run/node";
import { submitButton } from "~/forms/mutation.server";
import { CONNECTIONS_PATH, connectionMessages } from "~/models/connection/connection";
import { setFollowsCount } from "~/models/connection/follow-count.server";

export { clientAction, default, loader } from "~/forms/button-route";

export async function action({ request, params }: ActionFunctionArgs) {
  return submitButton(request, { page: CONNECTIONS_PATH }, async (member, form) => {
    const follows = form.get("followsCount") === "on";
    await setFollowsCount(member.id, params.id ?? "", follows);
    return { flash: connectionMessages.followsCount(follows) };
  });
}
