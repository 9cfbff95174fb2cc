import type { ActionFunctionArgs } from "@remix-run/node";
import { submitButton } from "~/forms/mutation.server";
import { parseInput } from "~/http/body.server";
import {
  MUSIC_ACCOUNTS_PATH,
  musicAccountErrors,
  musicAccountMessages,
} from "~/models/music-account/music-account";
import { refreshInput } from "~/models/music-account/music-account-schema";
import { refreshMusicAccount } from "~/models/music-account/refresh.server";

export { clientAction, default, loader } from "~/forms/button-route";

export async function action({ request, params }: ActionFunctionArgs) {
  const refresh = async (member: { id: number }, form: FormData) => {
    const { period } = parseInput(refreshInput, { period: form.get("period") ?? undefined });
    const service = await refreshMusicAccount(member.id, params.id ?? "", period);
    return { flash: musicAccountMessages.refreshed(service) };
  };
  return submitButton(request, { page: MUSIC_ACCOUNTS_PATH, errorTitle: musicAccountErrors.title }, refresh);
}
