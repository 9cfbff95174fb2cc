import { apiRoute, listResponse, operation } from "~/http/api.server";
import { artistsQuery } from "~/models/artist/artist-schema";
import { listLoved } from "~/models/artist/loved-artists.server";
import { suggestArtists } from "~/models/music/artist.server";

export const loader = apiRoute({
  /**
   * The artists who are loved here, most loved first. With `q`, the text so far, the names to suggest while an artist is typed.
   */
  GET: operation(artistsQuery, async (member, { q, cursor }, { request }) => {
    if (q !== undefined) return suggestArtists(member.id, q);
    const { artists, next } = await listLoved(member.id, cursor?.from);
    return listResponse(request, artists, next);
  }),
});
export const action = loader;
