import type { ActionFunctionArgs } from "@remix-run/node";
import { submitButton } from "~/forms/mutation.server";
import { parseInput } from "~/http/parse-input.server";
import { playlistAddress } from "~/models/playlist/playlist";
import { songMove } from "~/models/playlist/playlist-schema";
import { moveSong } from "~/models/playlist/song.server";

export { clientAction, default, loader } from "~/forms/button-route";

export async function action({ request, params }: ActionFunctionArgs) {
  const { id = "", songId = "" } = params;
  return submitButton(
    request,
    `${playlistAddress(id)}#song-${encodeURIComponent(songId)}`,
    async (member, form) => {
      const { before } = parseInput(songMove, Object.fromEntries(form));
      await moveSong(member.id, id, songId, before);
      return {};
    },
  );
}
