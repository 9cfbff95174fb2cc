import type { LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import {
  Outlet,
  type ShouldRevalidateFunction,
  useFetchers,
  useLoaderData,
  useNavigation,
} from "@remix-run/react";
import { PlaylistHeader } from "~/components/playlist/playlist-header";
import { SongList } from "~/components/playlist/song-list";
import { EmptyState } from "~/components/ui/card";
import { orNotFound, requireMember } from "~/http/page.server";
import { markSeen } from "~/models/notification/notification-rows.server";
import { listPending } from "~/models/picture/picture.server";
import { playlistAddress, songChanges, songsAfter, songsWith } from "~/models/playlist/playlist";
import { getPlaylist } from "~/models/playlist/playlist.server";
import { afterOwnSubmit, unlessUnreachable } from "~/root";

export const meta: MetaFunction<typeof loader> = ({ data }) => [
  { title: data ? `${data.playlist.name} · Playlists · B-Side` : "B-Side" },
];

/** Stays below an open dialog even if the playlist is gone: what is typed there would go with it. */
export const shouldRevalidate: ShouldRevalidateFunction = (change) =>
  change.currentUrl.pathname === playlistAddress(change.currentParams.id ?? "")
    ? unlessUnreachable(change)
    : afterOwnSubmit(change);

export async function loader({ request, params }: LoaderFunctionArgs) {
  const member = await requireMember(request);
  const playlist = orNotFound(await getPlaylist(member.id, params.id ?? ""));
  await markSeen(member.id, ["invitation", "song"], playlist.id);
  const [pending] = await listPending(member.id, [playlist.coverImageUrl]);
  return {
    playlist,
    isCoverPending: pending !== undefined,
    viewer: { id: String(member.id), firstName: member.firstName },
  };
}

export default function Playlist() {
  const { playlist, isCoverPending, viewer } = useLoaderData<typeof loader>();
  const { formData, formAction } = useNavigation();
  const fetchers = useFetchers();
  const address = playlistAddress(playlist.id);
  const isAdding = formData && formAction === `${address}/add`;
  const changed = songsAfter(playlist.songs, songChanges(address, fetchers));
  const songs = isAdding ? songsWith(changed, viewer, Object.fromEntries(formData)) : changed;
  const mayAdd = playlist.role !== "reader";
  return (
    <>
      <PlaylistHeader playlist={playlist} isCoverPending={isCoverPending} />
      <Outlet />
      {songs.length ? (
        <SongList songs={songs} address={address} role={playlist.role} viewerId={viewer.id} />
      ) : (
        <EmptyState
          title="No Songs Yet"
          text={mayAdd ? "The first song sets the tone." : "No one has added a song yet."}
          action={mayAdd ? { to: `${address}/add`, label: "Add Song" } : undefined}
        />
      )}
    </>
  );
}
