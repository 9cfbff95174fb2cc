import type { ActionFunctionArgs } from "@remix-run/node";
import { submitButton } from "~/forms/mutation.server";
import { MUSIC_ACCOUNTS_PATH, musicAccountMessages } from "~/models/music-account/music-account";
import { removeMusicAccount } from "~/models/music-account/music-account.server";

export { clientAction, default, loader } from "~/forms/button-route";

export async function action({ request, params }: ActionFunctionArgs) {
  return submitButton(request, { page: MUSIC_ACCOUNTS_PATH }, async (member) => {
    return { flash: musicAccountMessages.disconnected(await removeMusicAccount(member.id, params.id ?? "")) };
  });
}
