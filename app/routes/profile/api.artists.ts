import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/node";
import { apiRead, apiWrite } from "~/http/api.server";
import { suggestArtists } from "~/models/music/artist.server";

/** The names to suggest while an artist is typed; `q` is the text so far. */
export async function loader({ request }: LoaderFunctionArgs) {
  const text = new URL(request.url).searchParams.get("q") ?? "";
  return apiRead(request, (member) => suggestArtists(member.id, text));
}

export async function action({ request }: ActionFunctionArgs) {
  return apiWrite(request, {}, { reads: true });
}
