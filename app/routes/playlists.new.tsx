import { randomUUID } from "node:crypto";
import type { ActionFunctionArgs, HeadersFunction, LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { type ClientActionFunctionArgs, useLoaderData } from "@remix-run/react";
import { RouteDialog } from "~/components/route-dialog";
import { fetchedForm } from "~/forms/fetched-form";
import * as served from "~/forms/playlist-forms.server";
import { pressInBrowser } from "~/forms/press-button";
import { page, requireMember } from "~/http/member.server";
import { leaveNotice, success } from "~/http/notice.server";
import { listCompanions } from "~/models/companion.server";
import { type PlaylistInput, playlistTrouble, playlistWords } from "~/models/playlist";
import { addPlaylist } from "~/models/playlist.server";

const PlaylistForm = fetchedForm(
  served.PlaylistForm,
  async () => (await import("~/forms/playlist-form")).PlaylistForm,
);

export { afterOwnForm as shouldRevalidate } from "~/revalidate";

export const meta: MetaFunction = () => [{ title: "Create Playlist · Playlists · B-Side" }];

export const headers: HeadersFunction = ({ actionHeaders }) => actionHeaders;

export async function loader({ request }: LoaderFunctionArgs) {
  const member = await requireMember(request);
  return { id: randomUUID(), companions: await listCompanions(member.id) };
}

export async function action({ request }: ActionFunctionArgs) {
  const member = await requireMember(request);
  const run = async (input: PlaylistInput) => {
    await addPlaylist(member.id, input);
    await leaveNotice(request, success(playlistWords.added));
    return "/playlists";
  };
  return page(() => served.submitPlaylist(request, member.id, run, playlistTrouble.add));
}

export async function clientAction(sent: ClientActionFunctionArgs) {
  return pressInBrowser(sent, playlistTrouble.add);
}

export default function CreatePlaylist() {
  const { id, companions } = useLoaderData<typeof loader>();
  return (
    <RouteDialog title="Create Playlist" closeTo="/playlists" quick>
      <PlaylistForm id="create-playlist" playlist={{ id }} companions={companions} submit="Create Playlist" />
    </RouteDialog>
  );
}
