import { apiRoute, listResponse, operation } from "~/http/api.server";
import { songPage } from "~/models/playlist/playlist-schema";
import { getPlaylist } from "~/models/playlist/song-list.server";

export const loader = apiRoute({
  GET: operation(songPage, async (member, { cursor }, { request, params: { id = "" } }) => {
    const found = await getPlaylist(member.id, id, { after: cursor });
    if (!found) return undefined;
    const { next, ...playlist } = found;
    return listResponse(request, playlist, next);
  }),
});
export const action = loader;
