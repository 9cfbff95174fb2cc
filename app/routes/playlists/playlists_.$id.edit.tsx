import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { submitPlaylist } from "~/actions/playlist/playlist-forms.server";
import { titled } from "~/community";
import { PlaylistForm } from "~/components/playlist/playlist-form";
import { createClientAction } from "~/forms/client-action";
import { unlessGone } from "~/forms/mutation.server";
import { orNotFound, requireMember } from "~/http/page.server";
import { t } from "~/language/text";
import { listContacts } from "~/models/contact.server";
import { PLAYLIST_GONE, playlistErrors, playlistMessages, songPageOf } from "~/models/playlist/playlist";
import { playlistVersion, updatePlaylist } from "~/models/playlist/playlist.server";
import { getOwnPlaylist } from "~/models/playlist/playlist-list.server";
import { RouteDialog } from "~/ui/dialog/route-dialog";

export { afterOwnSubmit as shouldRevalidate } from "~/browser/revalidate";
export { PaneError as ErrorBoundary } from "~/components/layout/pane-error";

export const meta: MetaFunction = () => [{ title: titled(t("Edit Playlist · Playlists")) }];

export async function loader({ request, params }: LoaderFunctionArgs) {
  const member = await requireMember(request);
  const playlist = orNotFound(await getOwnPlaylist(member.id, params.id ?? ""));
  return {
    playlist,
    version: playlistVersion(playlist),
    contacts: await listContacts(member.id, playlist.collaboratorId),
    closeTo: songPageOf(playlist.id, request.url),
  };
}

export async function action({ request, params }: ActionFunctionArgs) {
  const id = params.id ?? "";
  return submitPlaylist(request, playlistErrors.change, async (member, input, version) => {
    await unlessGone(PLAYLIST_GONE, updatePlaylist(member.id, id, input, version));
    return { flash: playlistMessages.changed, to: songPageOf(id, request.url) };
  });
}

export const clientAction = createClientAction({ errorTitle: playlistErrors.change });

export default function EditPlaylist() {
  const { playlist, version, contacts, closeTo } = useLoaderData<typeof loader>();
  return (
    <RouteDialog title={t("Edit Playlist")} closeTo={closeTo}>
      <PlaylistForm
        id="edit-playlist"
        playlist={playlist}
        version={version}
        contacts={contacts}
        submit={t("Save Playlist")}
      />
    </RouteDialog>
  );
}
