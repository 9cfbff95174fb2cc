import { randomUUID } from "node:crypto";
import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useLoaderData, useLocation } from "@remix-run/react";
import { submitPlaylist } from "~/actions/playlist/playlist-forms.server";
import { titled } from "~/community";
import { PlaylistForm } from "~/components/playlist/playlist-form";
import { createClientAction } from "~/forms/client-action";
import { requireMember } from "~/http/page.server";
import { t } from "~/language/text";
import { listContacts } from "~/models/contact.server";
import { playlistErrors, playlistMessages, playlistPath } from "~/models/playlist/playlist";
import { addPlaylist } from "~/models/playlist/playlist.server";
import { RouteDialog } from "~/ui/dialog/route-dialog";

export { afterOwnSubmit as shouldRevalidate } from "~/browser/revalidate";
export { PaneError as ErrorBoundary } from "~/components/layout/pane-error";

export const meta: MetaFunction = () => [{ title: titled(t("Create Playlist · Playlists")) }];

export async function loader({ request }: LoaderFunctionArgs) {
  const member = await requireMember(request);
  return { id: randomUUID(), contacts: await listContacts(member.id) };
}

export async function action({ request }: ActionFunctionArgs) {
  return submitPlaylist(request, playlistErrors.add, async (member, input) => {
    const { id } = await addPlaylist(member.id, input);
    return { flash: playlistMessages.added, to: playlistPath(id) };
  });
}

export const clientAction = createClientAction({ errorTitle: playlistErrors.add });

export default function CreatePlaylist() {
  const { id, contacts } = useLoaderData<typeof loader>();
  const { search } = useLocation();
  return (
    <RouteDialog title={t("Create Playlist")} closeTo={`/playlists${search}`} quick>
      <PlaylistForm
        id="create-playlist"
        playlist={{ id }}
        contacts={contacts}
        submit={t("Create Playlist")}
      />
    </RouteDialog>
  );
}
