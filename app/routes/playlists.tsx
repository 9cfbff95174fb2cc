import type { LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { Outlet, useLoaderData, useNavigation } from "@remix-run/react";
import { PlaylistCard } from "~/components/playlist/playlist-card";
import { EmptyState } from "~/components/ui/card";
import { PageHeader } from "~/components/ui/page-header";
import { requireMember } from "~/http/page.server";
import { listPending } from "~/models/picture/picture.server";
import { playlistsAfter } from "~/models/playlist/playlist";
import { listPlaylists } from "~/models/playlist/playlist.server";

const CREATE = { to: "/playlists/new", label: "Create Playlist" };

export { shouldRevalidate } from "~/root";

export const meta: MetaFunction = () => [{ title: "Playlists · B-Side" }];

export async function loader({ request }: LoaderFunctionArgs) {
  const member = await requireMember(request);
  const listed = await listPlaylists(member.id);
  const covers = listed.own.map(({ coverImageUrl }) => coverImageUrl);
  return {
    ...listed,
    pending: await listPending(member.id, covers),
    viewer: { id: String(member.id), firstName: member.firstName },
  };
}

export default function Playlists() {
  const { own: saved, shared, pending, viewer } = useLoaderData<typeof loader>();
  const { formData, formAction } = useNavigation();
  const isCreating = formData && formAction === "/playlists/new";
  const own = isCreating ? playlistsAfter(saved, viewer, Object.fromEntries(formData)) : saved;
  const isEmpty = own.length + shared.length === 0;
  return (
    <>
      <PageHeader
        title="Collaborative Playlists"
        eyebrow="Side B · 2"
        action={isEmpty ? undefined : CREATE}
      />
      <Outlet />
      {isEmpty ? (
        <EmptyState title="No Playlists Yet" text="Start one on your own or with a match." action={CREATE} />
      ) : (
        <>
          <section aria-labelledby="own" className="mb-8">
            <h2 id="own" className="mb-3">
              My Playlists ({own.length})
            </h2>
            {own.length ? (
              <ul className="record-grid">
                {own.map((playlist) => (
                  <PlaylistCard
                    key={playlist.id}
                    playlist={playlist}
                    isPending={pending.includes(playlist.coverImageUrl ?? "")}
                  />
                ))}
              </ul>
            ) : (
              <p className="text-soft">You haven't made any yet.</p>
            )}
          </section>
          <section aria-labelledby="shared">
            <h2 id="shared" className="mb-3">
              Shared with Me ({shared.length})
            </h2>
            {shared.length ? (
              <ul className="record-grid">
                {shared.map((playlist) => (
                  <PlaylistCard key={playlist.id} playlist={playlist} isShared />
                ))}
              </ul>
            ) : (
              <p className="text-soft">Playlists shared with you appear here.</p>
            )}
          </section>
        </>
      )}
    </>
  );
}
