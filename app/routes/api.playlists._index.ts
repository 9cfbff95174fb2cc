import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/node";
import { apiRead, apiWrite, operation } from "~/http/api.server";
import { addPlaylist, listPlaylists } from "~/models/playlist/playlist.server";
import { playlistInput } from "~/models/playlist/playlist-schema";

export async function loader({ request }: LoaderFunctionArgs) {
  return apiRead(request, (member) => listPlaylists(member.id));
}

export async function action({ request }: ActionFunctionArgs) {
  const add = operation(playlistInput, (member, input) => addPlaylist(member.id, input), 201);
  return apiWrite(request, { POST: add }, { reads: true });
}
