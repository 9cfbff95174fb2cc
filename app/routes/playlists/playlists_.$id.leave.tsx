import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { titled } from "~/community";
import { submitButton, unlessGone } from "~/forms/mutation.server";
import { orNotFound, requireMember } from "~/http/page.server";
import { t } from "~/language/text";
import { PLAYLIST_GONE, playlistMessages, songPageOf } from "~/models/playlist/playlist";
import { leavePlaylist } from "~/models/playlist/playlist.server";
import { getSharedPlaylist } from "~/models/playlist/playlist-list.server";
import { ConfirmDialog } from "~/ui/dialog/confirm-dialog";

export { afterOwnSubmit as shouldRevalidate } from "~/browser/revalidate";
export { PaneError as ErrorBoundary } from "~/components/layout/pane-error";
export { clientAction } from "~/forms/client-action";

export const meta: MetaFunction = () => [{ title: titled(t("Leave Playlist · Playlists")) }];

export async function loader({ request, params }: LoaderFunctionArgs) {
  const member = await requireMember(request);
  const { id, name, owner } = orNotFound(await getSharedPlaylist(member.id, params.id ?? ""));
  return { name, ownerName: owner.firstName, closeTo: songPageOf(id, request.url) };
}

export async function action({ request, params }: ActionFunctionArgs) {
  const id = params.id ?? "";
  const leave = async (member: { id: number }) => {
    await unlessGone(PLAYLIST_GONE, leavePlaylist(member.id, id));
    return { flash: playlistMessages.left, to: "/playlists" };
  };
  return submitButton(request, { page: songPageOf(id, request.url) }, leave);
}

export default function LeavePlaylist() {
  const { name, ownerName, closeTo } = useLoaderData<typeof loader>();
  return (
    <ConfirmDialog title={name} closeTo={closeTo} button={t("Leave")}>
      {t(
        "Are you sure you want to leave this playlist? Your songs stay, and only {name} can invite you back.",
        { name: ownerName },
      )}
    </ConfirmDialog>
  );
}
