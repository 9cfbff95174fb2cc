import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { ConfirmDialog } from "~/components/ui/confirm-dialog";
import { submitButton } from "~/forms/mutation.server";
import { orNotFound, requireMember } from "~/http/page.server";
import { playlistAddress, playlistErrors, playlistMessages } from "~/models/playlist/playlist";
import { getOwnPlaylist, removePlaylist } from "~/models/playlist/playlist.server";

export { PaneError as ErrorBoundary } from "~/components/layout/pane-error";
export { clientAction } from "~/forms/client-action";
export { afterOwnSubmit as shouldRevalidate } from "~/root";

export const meta: MetaFunction = () => [{ title: "Delete Playlist · Playlists · B-Side" }];

export async function loader({ request, params }: LoaderFunctionArgs) {
  const member = await requireMember(request);
  const { id, name } = orNotFound(await getOwnPlaylist(member.id, params.id ?? ""));
  return { id, name };
}

export async function action({ request, params }: ActionFunctionArgs) {
  const id = params.id ?? "";
  const remove = async (member: { id: number }) => {
    await removePlaylist(member.id, id);
    return { notice: playlistMessages.removed, to: "/playlists" };
  };
  return submitButton(request, { page: playlistAddress(id), errorTitle: playlistErrors.remove }, remove);
}

export default function DeletePlaylist() {
  const { id, name } = useLoaderData<typeof loader>();
  return (
    <ConfirmDialog title={name} closeTo={playlistAddress(id)} button="Delete" icon="trash">
      Are you sure you want to delete this playlist and all its songs?
    </ConfirmDialog>
  );
}
