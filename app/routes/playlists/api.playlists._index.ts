import { apiRoute, listResponse, operation } from "~/http/api.server";
import { addPlaylist } from "~/models/playlist/playlist.server";
import { listPlaylists } from "~/models/playlist/playlist-list.server";
import { playlistInput, playlistsPage } from "~/models/playlist/playlist-schema";
import { withFirstSongs } from "~/models/playlist/song-list.server";

export const loader = apiRoute({
  /** The member's own playlists and those shared with them; each of the two lists goes on by itself. */
  GET: operation(playlistsPage, async (member, query, { request }) => {
    const { own, shared, next, last } = await listPlaylists(member.id, query);
    const listed = { own: await withFirstSongs(own), shared: await withFirstSongs(shared) };
    // A list that has ended also gets a cursor, after its last row; otherwise the next page would start it over.
    const cursors = Object.entries(last).flatMap(([name, cursor]) => (cursor ? [[name, cursor]] : []));
    return listResponse(request, listed, next.own || next.shared ? Object.fromEntries(cursors) : undefined);
  }),
  POST: operation(
    playlistInput,
    async (member, input) => (await withFirstSongs([await addPlaylist(member.id, input)]))[0],
    201,
  ),
});
export const action = loader;
