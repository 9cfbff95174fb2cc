import { apiRoute, listResponse, operation } from "~/http/api.server";
import type { LovedArtist } from "~/models/artist/artist";
import { artistsQuery } from "~/models/artist/artist-schema";
import { listLoved } from "~/models/artist/loved-artists.server";
import { suggestArtists } from "~/models/music/artist.server";

export const loader = apiRoute({
  /**
   * The artists who are loved here, most loved first. With `q`, the text so far, the names to suggest while an artist is typed.
   */
  GET: operation(artistsQuery, async (member, { q, cursor }, { request }) => {
    const names = q === undefined ? undefined : await suggestArtists(member.id, q);
    const wall = names ? undefined : await listLoved(member.id, cursor?.from);
    const found: string[] | LovedArtist[] = names ?? wall?.artists ?? [];
    return listResponse(request, found, wall?.next);
  }),
});
export const action = loader;
