import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/node";
import { apiRead, apiWrite, listResponse, operation } from "~/http/api.server";
import { parseInput } from "~/http/parse-input.server";
import { addPlaylist, listPlaylists, withFirstSongs } from "~/models/playlist/playlist.server";
import { playlistsPage } from "~/models/playlist/playlist-list-schema";
import { playlistInput } from "~/models/playlist/playlist-schema";

export async function loader({ request }: LoaderFunctionArgs) {
  return apiRead(request, async (member) => {
    const query = parseInput(playlistsPage, Object.fromEntries(new URL(request.url).searchParams));
    const { own, shared, next, last } = await listPlaylists(member.id, query);
    const listed = { own: await withFirstSongs(own), shared: await withFirstSongs(shared) };
    // A list that has ended goes on after its last row too, or the next page would begin it again.
    const cursors = Object.entries(last).flatMap(([name, cursor]) => (cursor ? [[name, cursor]] : []));
    return listResponse(request, listed, next.own || next.shared ? Object.fromEntries(cursors) : undefined);
  });
}

export async function action({ request }: ActionFunctionArgs) {
  const add = operation(
    playlistInput,
    async (member, input) => (await withFirstSongs([await addPlaylist(member.id, input)]))[0],
    201,
  );
  return apiWrite(request, { POST: add }, { reads: true });
}
