import type { ActionFunctionArgs } from "@remix-run/node";
import { submitButton } from "~/forms/mutation.server";
import { setFollowsCount } from "~/models/music-account/follow-count.server";
import { MUSIC_ACCOUNTS_PATH, musicAccountMessages } from "~/models/music-account/music-account";

export { clientAction, default, loader } from "~/forms/button-route";

export async function action({ request, params }: ActionFunctionArgs) {
  return submitButton(request, { page: MUSIC_ACCOUNTS_PATH }, async (member, form) => {
    const follows = form.get("followsCount") === "on";
    await setFollowsCount(member.id, params.id ?? "", follows);
    return { flash: musicAccountMessages.followsCount(follows) };
  });
}
