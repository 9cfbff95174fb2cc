import type { LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { Outlet, useLoaderData, useNavigation } from "@remix-run/react";
import { ButtonLink } from "~/components/button";
import { PageHead } from "~/components/page-head";
import { PlaylistCard } from "~/components/playlist-card";
import { EmptyState } from "~/components/sleeve";
import { requireMember } from "~/http/member.server";
import { playlistsAfter } from "~/models/playlist";
import { listPlaylists } from "~/models/playlist.server";

export { unlessUnanswered as shouldRevalidate } from "~/revalidate";

export const meta: MetaFunction = () => [{ title: "Playlists · B-Side" }];

export async function loader({ request }: LoaderFunctionArgs) {
  const member = await requireMember(request);
  return {
    ...(await listPlaylists(member.id)),
    viewer: { id: String(member.id), firstName: member.firstName },
  };
}

export default function Playlists() {
  const { own: saved, shared, viewer } = useLoaderData<typeof loader>();
  const { formData, formAction } = useNavigation();
  const isCreating = formData && formAction === "/playlists/new";
  const own = isCreating ? playlistsAfter(saved, viewer, Object.fromEntries(formData)) : saved;
  const isEmpty = own.length + shared.length === 0;
  return (
    <>
      <PageHead
        title="Collaborative Playlists"
        catalogue="Side B · 2"
        beside={
          isEmpty ? null : (
            <ButtonLink to="/playlists/new" look="primary" icon="plus" preventScrollReset>
              Create Playlist
            </ButtonLink>
          )
        }
      />
      <Outlet />
      {isEmpty ? (
        <EmptyState
          title="No Playlists Yet"
          text="Begin one alone, or with somebody you have matched with."
          action={{ to: "/playlists/new", label: "Create Playlist" }}
        />
      ) : (
        <>
          <section aria-labelledby="own" className="mb-8">
            <h2 id="own" className="mb-3">
              My Playlists ({own.length})
            </h2>
            {own.length ? (
              <ul className="records">
                {own.map((playlist) => (
                  <PlaylistCard key={playlist.id} playlist={playlist} />
                ))}
              </ul>
            ) : (
              <p className="text-soft">None of your own yet.</p>
            )}
          </section>
          <section aria-labelledby="shared">
            <h2 id="shared" className="mb-3">
              Shared with Me ({shared.length})
            </h2>
            {shared.length ? (
              <ul className="records">
                {shared.map((playlist) => (
                  <PlaylistCard key={playlist.id} playlist={playlist} isShared />
                ))}
              </ul>
            ) : (
              <p className="text-soft">What others invite you to add to stands here.</p>
            )}
          </section>
        </>
      )}
    </>
  );
}
