import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { titled } from "~/community";
import { submitButton, unlessGone } from "~/forms/mutation.server";
import { orNotFound, requireMember } from "~/http/page.server";
import { t } from "~/language/text";
import { PLAYLIST_GONE, playlistErrors, playlistMessages, songPageOf } from "~/models/playlist/playlist";
import { removePlaylist } from "~/models/playlist/playlist.server";
import { getOwnPlaylist } from "~/models/playlist/playlist-list.server";
import { ConfirmDialog } from "~/ui/dialog/confirm-dialog";

export { afterOwnSubmit as shouldRevalidate } from "~/browser/revalidate";
export { PaneError as ErrorBoundary } from "~/components/layout/pane-error";
export { clientAction } from "~/forms/client-action";

export const meta: MetaFunction = () => [{ title: titled(t("Delete Playlist · Playlists")) }];

export async function loader({ request, params }: LoaderFunctionArgs) {
  const member = await requireMember(request);
  const { id, name } = orNotFound(await getOwnPlaylist(member.id, params.id ?? ""));
  return { name, closeTo: songPageOf(id, request.url) };
}

export async function action({ request, params }: ActionFunctionArgs) {
  const id = params.id ?? "";
  const remove = async (member: { id: number }) => {
    await unlessGone(PLAYLIST_GONE, removePlaylist(member.id, id));
    return { flash: playlistMessages.removed, to: "/playlists" };
  };
  return submitButton(
    request,
    { page: songPageOf(id, request.url), errorTitle: playlistErrors.remove },
    remove,
  );
}

export default function DeletePlaylist() {
  const { name, closeTo } = useLoaderData<typeof loader>();
  return (
    <ConfirmDialog title={name} closeTo={closeTo} button={t("Delete")} icon="trash">
      {t("Are you sure you want to delete this playlist and all its songs?")}
    </ConfirmDialog>
  );
}
