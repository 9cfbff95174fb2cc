import { apiRoute, listResponse, operation } from "~/http/api.server";
import { getPlaylist } from "~/models/playlist/playlist-list.server";
import { songPage } from "~/models/playlist/playlist-list-schema";

export const { loader, action, operations } = apiRoute({
  GET: operation(songPage, async (member, { cursor }, { request, params: { id = "" } }) => {
    const found = await getPlaylist(member.id, id, { after: cursor });
    if (!found) return undefined;
    const { next, ...playlist } = found;
    return listResponse(request, playlist, next);
  }),
});
