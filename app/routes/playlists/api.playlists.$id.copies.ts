import { apiRoute, operation } from "~/http/api.server";
import { copyPlaylist } from "~/models/playlist/playlist.server";
import { playlistCopyInput } from "~/models/playlist/playlist-schema";
import { withFirstSongs } from "~/models/playlist/song-list.server";

export const loader = apiRoute({
  POST: operation(
    playlistCopyInput,
    async (member, input, { params: { id = "" } }) =>
      (await withFirstSongs([await copyPlaylist(member.id, id, input)]))[0],
    201,
  ),
});
export const action = loader;
