import type { ActionFunctionArgs } from "@remix-run/node";
import { submitButton, unlessGone } from "~/forms/mutation.server";
import { playlistErrors, playlistMessages, SONG_GONE, songPageOf } from "~/models/playlist/playlist";
import { removeSong } from "~/models/playlist/song.server";

export { clientAction, default, loader } from "~/forms/button-route";

export async function action({ request, params }: ActionFunctionArgs) {
  const { id = "", songId = "" } = params;
  return submitButton(
    request,
    { page: songPageOf(id, request.url), errorTitle: playlistErrors.removeSong },
    async (member) => {
      await unlessGone(SONG_GONE, removeSong(member.id, id, songId));
      return { flash: playlistMessages.songRemoved };
    },
  );
}
