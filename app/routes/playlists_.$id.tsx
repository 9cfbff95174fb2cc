import type { LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { Outlet, useFetchers, useLoaderData, useNavigation } from "@remix-run/react";
import { PlaylistHead } from "~/components/playlist-head";
import { EmptyState } from "~/components/sleeve";
import { SongList } from "~/components/song-list";
import { found, requireMember } from "~/http/member.server";
import { playlistAddress, songChanges, songsAfter, songsWith } from "~/models/playlist";
import { getPlaylist } from "~/models/playlist.server";

export { unlessUnanswered as shouldRevalidate } from "~/revalidate";

export const meta: MetaFunction<typeof loader> = ({ data }) => [
  { title: data ? `${data.playlist.name} · Playlists · B-Side` : "B-Side" },
];

export async function loader({ request, params }: LoaderFunctionArgs) {
  const member = await requireMember(request);
  const playlist = found(await getPlaylist(member.id, params.id ?? ""));
  return { playlist, viewer: { id: String(member.id), firstName: member.firstName } };
}

export default function Playlist() {
  const { playlist, viewer } = useLoaderData<typeof loader>();
  const { formData, formAction } = useNavigation();
  const fetchers = useFetchers();
  const address = playlistAddress(playlist.id);
  const isAdding = formData && formAction === `${address}/add`;
  const changed = songsAfter(playlist.songs, songChanges(address, fetchers));
  const songs = isAdding ? songsWith(changed, viewer, Object.fromEntries(formData)) : changed;
  const mayAdd = playlist.role !== "reader";
  return (
    <>
      <PlaylistHead playlist={playlist} />
      <Outlet />
      {songs.length ? (
        <SongList songs={songs} address={address} role={playlist.role} viewerId={viewer.id} />
      ) : (
        <EmptyState
          title="No Songs Yet"
          text={mayAdd ? "The first song sets the tone." : "Its members have not added any."}
          action={mayAdd ? { to: `${address}/add`, label: "Add Song" } : undefined}
        />
      )}
    </>
  );
}
