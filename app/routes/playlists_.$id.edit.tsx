import type { ActionFunctionArgs, HeadersFunction, LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { type ClientActionFunctionArgs, useLoaderData } from "@remix-run/react";
import { RouteDialog } from "~/components/route-dialog";
import { fetchedForm } from "~/forms/fetched-form";
import * as served from "~/forms/playlist-forms.server";
import { pressInBrowser } from "~/forms/press-button";
import { found, page, requireMember } from "~/http/member.server";
import { leaveNotice, success } from "~/http/notice.server";
import { listCompanions } from "~/models/companion.server";
import { type PlaylistInput, playlistAddress, playlistTrouble, playlistWords } from "~/models/playlist";
import { changePlaylist, getPlaylist } from "~/models/playlist.server";

const PlaylistForm = fetchedForm(
  served.PlaylistForm,
  async () => (await import("~/forms/playlist-form")).PlaylistForm,
);

export { unlessUnanswered as shouldRevalidate } from "~/revalidate";

export const meta: MetaFunction = () => [{ title: "Edit Playlist · Playlists · B-Side" }];

export const headers: HeadersFunction = ({ actionHeaders }) => actionHeaders;

export async function loader({ request, params }: LoaderFunctionArgs) {
  const member = await requireMember(request);
  const { songs: _, ...playlist } = found(await getPlaylist(member.id, params.id ?? ""));
  found(playlist.role === "owner" || undefined);
  return { playlist, companions: await listCompanions(member.id) };
}

export async function action({ request, params }: ActionFunctionArgs) {
  const member = await requireMember(request);
  const id = params.id ?? "";
  const run = async (input: PlaylistInput) => {
    await changePlaylist(member.id, id, input);
    await leaveNotice(request, success(playlistWords.changed));
    return playlistAddress(id);
  };
  return page(() => served.submitPlaylist(request, member.id, run, playlistTrouble.change));
}

export async function clientAction(sent: ClientActionFunctionArgs) {
  return pressInBrowser(sent, playlistTrouble.change);
}

export default function EditPlaylist() {
  const { playlist, companions } = useLoaderData<typeof loader>();
  return (
    <RouteDialog title="Edit Playlist" closeTo={playlistAddress(playlist.id)}>
      <PlaylistForm id="edit-playlist" playlist={playlist} companions={companions} submit="Save Playlist" />
    </RouteDialog>
  );
}
