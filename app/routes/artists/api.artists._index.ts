import { z } from "zod";
import { apiRoute, operation } from "~/http/api.server";
import { suggestArtists } from "~/models/music/artist.server";

const suggestionQuery = z.object({ q: z.string().default("") });

export const loader = apiRoute({
  /** The names to suggest while an artist is typed; `q` is the text so far. */
  GET: operation(suggestionQuery, (member, { q }) => suggestArtists(member.id, q)),
});
export const action = loader;
