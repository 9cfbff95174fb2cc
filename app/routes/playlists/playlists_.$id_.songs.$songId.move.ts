import type { ActionFunctionArgs } from "@remix-run/node";
import { submitSongMove } from "~/actions/playlist/playlist-forms.server";

export { clientAction, default, loader } from "~/forms/button-route";

export async function action({ request, params }: ActionFunctionArgs) {
  return submitSongMove(request, params.id ?? "", params.songId ?? "");
}
