import { apiRoute, createdResponse, listResponse, operation } from "~/http/api.server";
import { addShow } from "~/models/show/show.server";
import { getShow, listOwnShows, listShows } from "~/models/show/show-list.server";
import { showInput, showsQuery } from "~/models/show/show-schema";
import { notFoundRefusal } from "~/refusal";

export const loader = apiRoute({
  /** The shows of the next 90 days near the member, by day; with `going` those that the member goes to. */
  GET: operation(showsQuery, async (member, { cursor, going, ...filters }, { request }) => {
    if (going) return listResponse(request, await listOwnShows(member));
    const { shows, next } = await listShows(member, filters, cursor);
    return listResponse(request, shows, next);
  }),
  /** Adds a show, or answers with the same one if it exists. */
  POST: operation(
    showInput,
    async (member, input) => {
      const { id, isNew } = await addShow(member, input);
      const show = await getShow(member, id);
      if (!show) throw notFoundRefusal();
      return createdResponse(show, isNew);
    },
    201,
  ),
});
export const action = loader;
