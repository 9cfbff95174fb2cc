import type { ActionFunctionArgs } from "@remix-run/node";
import { pressButton } from "~/forms/press-button.server";
import { parseInput } from "~/http/api.server";
import { playlistAddress } from "~/models/playlist";
import { moveSong } from "~/models/playlist.server";
import { songPlace } from "~/models/playlist-input";

export { pressInBrowser as clientAction } from "~/forms/press-button";

export async function loader() {
  throw new Response(null, { status: 404 });
}

export async function action({ request, params }: ActionFunctionArgs) {
  const { id = "", songId = "" } = params;
  return pressButton(
    request,
    `${playlistAddress(id)}#song-${encodeURIComponent(songId)}`,
    async (member, form) => {
      const { before } = parseInput(songPlace, Object.fromEntries(form));
      await moveSong(member.id, id, songId, before);
      return {};
    },
  );
}

/** Never shown: a page only so that whoever visits the address sees the not-found screen. */
export default function Nothing() {
  return null;
}
