import type { LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import {
  Outlet,
  type ShouldRevalidateFunction,
  useFetchers,
  useLoaderData,
  useNavigation,
} from "@remix-run/react";
import { afterOwnSubmit, unlessUnreachable } from "~/browser/revalidate";
import { titled } from "~/community";
import { PaneError } from "~/components/layout/pane-error";
import { PlaylistHeader } from "~/components/playlist/playlist-header";
import { SongList } from "~/components/playlist/song-list";
import { parseInput } from "~/http/body.server";
import { orNotFound, requireMember } from "~/http/page.server";
import { t } from "~/language/text";
import { markSeen } from "~/models/notification/notification-reading.server";
import { classifyCovers } from "~/models/picture/picture.server";
import {
  PLAYLIST_GONE,
  playlistPath,
  SONGS_PER_PAGE,
  songChanges,
  songPagePath,
  songsAfter,
  songsWith,
} from "~/models/playlist/playlist";
import { songPage } from "~/models/playlist/playlist-schema";
import { getPlaylistPage } from "~/models/playlist/song-list.server";
import { EmptyState } from "~/ui/card";
import { Pages } from "~/ui/page-header";

export const meta: MetaFunction<typeof loader> = ({ data }) => [
  { title: titled(t("{name} · Playlists", { name: data ? data.playlist.name : t("Not Found") })) },
];

/** Stays below an open dialog even if the playlist is gone, because the dialog's input would go with it. */
export const shouldRevalidate: ShouldRevalidateFunction = (change) =>
  change.currentUrl.pathname === playlistPath(change.currentParams.id ?? "")
    ? unlessUnreachable(change)
    : afterOwnSubmit(change);

export async function loader({ request, params }: LoaderFunctionArgs) {
  const member = await requireMember(request);
  const { cursor } = parseInput(songPage, Object.fromEntries(new URL(request.url).searchParams));
  const playlist = orNotFound(await getPlaylistPage(member.id, params.id ?? "", cursor));
  await markSeen(member.id, ["playlist"], playlist.id);
  const { pending } = await classifyCovers(member.id, [playlist.coverImageUrl]);
  return {
    playlist,
    isCoverPending: pending.length > 0,
    viewer: { id: String(member.id), firstName: member.firstName },
  };
}

export default function Playlist() {
  const { playlist, isCoverPending, viewer } = useLoaderData<typeof loader>();
  const { formData, formAction } = useNavigation();
  const fetchers = useFetchers();
  const { id, page, songs: saved } = playlist;
  const address = playlistPath(id);
  const changes = songChanges(address, fetchers);
  const changed = songsAfter([...(page.before ? [page.before] : []), ...saved, ...page.after], changes);
  // A song that begins a new page shows once it is saved.
  const isAdding =
    formData && formAction?.split("?")[0] === `${address}/add` && !page.next && saved.length < SONGS_PER_PAGE;
  const songs = isAdding ? songsWith(changed, viewer, Object.fromEntries(formData)) : changed;
  const mayAdd = playlist.role !== "reader";
  return (
    <>
      <PlaylistHeader playlist={playlist} isCoverPending={isCoverPending} />
      <Outlet />
      {songs.length ? (
        <>
          <SongList songs={songs} page={page} address={address} role={playlist.role} viewerId={viewer.id} />
          <Pages
            prev={page.previous && songPagePath(id, page.previous.cursor)}
            next={page.next && songPagePath(id, page.next.cursor)}
          />
        </>
      ) : (
        <EmptyState
          title={t("No Songs Yet")}
          text={mayAdd ? t("The first song sets the tone.") : t("No one has added a song yet.")}
          action={
            mayAdd
              ? { to: songPagePath(id, page.cursor, "add"), label: t("Add Song"), title: t("Add Song") }
              : undefined
          }
        />
      )}
    </>
  );
}

/** Somebody else may have deleted the playlist while it was open. */
export function ErrorBoundary() {
  return <PaneError gone={{ title: t("Playlist Not Found"), message: t(PLAYLIST_GONE) }} />;
}
