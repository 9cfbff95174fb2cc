import type { ActionFunctionArgs } from "@remix-run/node";
import { submitButton } from "~/forms/mutation.server";
import { artistNameAt, artistPath, capitalize, readArtist } from "~/models/artist/artist";
import { welcomePath } from "~/models/member/welcome";
import { nameAsked } from "~/models/music/artist.server";
import { addArtist, getPreferences } from "~/models/music/preferences.server";
import { notFoundRefusal } from "~/refusal";

export { clientAction, default, loader } from "~/forms/button-route";

/** Adds the artist to the member's list. Members without a list are led to the form that asks for the rest of it. */
export async function action({ request }: ActionFunctionArgs) {
  const named = artistNameAt(new URL(request.url).pathname);
  const page = artistPath(capitalize(readArtist(named)?.key ?? "")) ?? "/";
  return submitButton(request, { page }, async (member, form) => {
    const artist = readArtist(named, String(form.get("name") ?? ""));
    if (!artist) throw notFoundRefusal();
    const name = nameAsked(artist);
    if ((await getPreferences(member.id)) === null) return { to: welcomePath(name) };
    await addArtist(member.id, name);
    return {};
  });
}
