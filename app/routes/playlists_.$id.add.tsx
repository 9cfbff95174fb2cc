import { randomUUID } from "node:crypto";
import type { ActionFunctionArgs, HeadersFunction, LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { type ClientActionFunctionArgs, useLoaderData } from "@remix-run/react";
import { RouteDialog } from "~/components/route-dialog";
import { fetchedForm } from "~/forms/fetched-form";
import * as served from "~/forms/playlist-forms.server";
import { pressInBrowser } from "~/forms/press-button";
import { found, page, requireMember } from "~/http/member.server";
import { leaveNotice, success } from "~/http/notice.server";
import { playlistAddress, playlistTrouble, playlistWords, type SongInput } from "~/models/playlist";
import { addSong, getPlaylist } from "~/models/playlist.server";

const SongForm = fetchedForm(served.SongForm, async () => (await import("~/forms/song-form")).SongForm);

export { afterOwnForm as shouldRevalidate } from "~/revalidate";

export const meta: MetaFunction = () => [{ title: "Add Song · Playlists · B-Side" }];

export const headers: HeadersFunction = ({ actionHeaders }) => actionHeaders;

export async function loader({ request, params }: LoaderFunctionArgs) {
  const member = await requireMember(request);
  const { id, role } = found(await getPlaylist(member.id, params.id ?? ""));
  found(role !== "reader" || undefined);
  return { playlistId: id, songId: randomUUID() };
}

export async function action({ request, params }: ActionFunctionArgs) {
  const member = await requireMember(request);
  const id = params.id ?? "";
  const run = async (input: SongInput) => {
    await addSong(member.id, id, input);
    await leaveNotice(request, success(playlistWords.songAdded));
    return playlistAddress(id);
  };
  return page(() => served.submitSong(request, run, playlistTrouble.addSong));
}

export async function clientAction(sent: ClientActionFunctionArgs) {
  return pressInBrowser(sent, playlistTrouble.addSong);
}

export default function AddSong() {
  const { playlistId, songId } = useLoaderData<typeof loader>();
  return (
    <RouteDialog title="Add Song" closeTo={playlistAddress(playlistId)} quick>
      <SongForm songId={songId} />
    </RouteDialog>
  );
}
