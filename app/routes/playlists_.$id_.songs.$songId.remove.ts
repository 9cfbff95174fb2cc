import type { ActionFunctionArgs } from "@remix-run/node";
import { pressButton } from "~/forms/press-button.server";
import { playlistAddress, playlistWords } from "~/models/playlist";
import { removeSong } from "~/models/playlist.server";

export { pressInBrowser as clientAction } from "~/forms/press-button";

export async function loader() {
  throw new Response(null, { status: 404 });
}

export async function action({ request, params }: ActionFunctionArgs) {
  const { id = "", songId = "" } = params;
  return pressButton(request, playlistAddress(id), async (member) => {
    await removeSong(member.id, id, songId);
    return { notice: playlistWords.songRemoved };
  });
}

/** Never shown: a page only so that whoever visits the address sees the not-found screen. */
export default function Nothing() {
  return null;
}
