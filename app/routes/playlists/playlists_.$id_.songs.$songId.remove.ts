import type { ActionFunctionArgs } from "@remix-run/node";
import { submitButton } from "~/forms/mutation.server";
import { playlistMessages, songPageOf } from "~/models/playlist/playlist";
import { removeSong } from "~/models/playlist/song.server";

export { clientAction, default, loader } from "~/forms/button-route";

export async function action({ request, params }: ActionFunctionArgs) {
  const { id = "", songId = "" } = params;
  return submitButton(request, { page: songPageOf(id, request.url) }, async (member) => {
    await removeSong(member.id, id, songId);
    return { notice: playlistMessages.songRemoved };
  });
}
