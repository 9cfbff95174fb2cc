import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/node";
import { apiRead, apiWrite, listResponse } from "~/http/api.server";
import { parseInput } from "~/http/parse-input.server";
import { getPlaylist } from "~/models/playlist/playlist.server";
import { songPage } from "~/models/playlist/playlist-list-schema";

export async function loader({ request, params }: LoaderFunctionArgs) {
  return apiRead(request, async (member) => {
    const { cursor } = parseInput(songPage, Object.fromEntries(new URL(request.url).searchParams));
    const found = await getPlaylist(member.id, params.id ?? "", { after: cursor });
    if (!found) return undefined;
    const { next, ...playlist } = found;
    return listResponse(request, playlist, next);
  });
}

export async function action({ request }: ActionFunctionArgs) {
  return apiWrite(request, {}, { reads: true });
}
