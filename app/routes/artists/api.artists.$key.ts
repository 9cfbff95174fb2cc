import { z } from "zod";
import { apiRoute, listResponse, operation } from "~/http/api.server";
import { artistNameAt, readArtist } from "~/models/artist/artist";
import { getArtistPage } from "~/models/artist/artist-page.server";

const artistQuery = z.object({ as: z.string().optional(), cursor: z.string().optional() });

export const loader = apiRoute({
  /** An artist's page, by any spelling of the name; `as` is the spelling to show where no other is known. */
  GET: operation(artistQuery, async (member, { as, cursor }, { request }) => {
    const asked = readArtist(artistNameAt(new URL(request.url).pathname), as);
    if (!asked) return undefined;
    const { page, next } = await getArtistPage(member.id, asked.key, { spelling: asked.spelling, cursor });
    return listResponse(request, page, next === null ? undefined : { cursor: next });
  }),
});
export const action = loader;
