import type { LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { Link, Outlet, useLoaderData, useLocation, useNavigation } from "@remix-run/react";
import { titled } from "~/community";
import { parseInput } from "~/http/body.server";
import { requireMember } from "~/http/page.server";
import { t } from "~/language/text";
import { listPath } from "~/models/cursor";
import { classifyCovers } from "~/models/picture/picture.server";
import {
  describeSongs,
  PLAYLIST_IMPORT_PATH,
  type PlaylistDto,
  playlistPath,
  playlistsAfter,
} from "~/models/playlist/playlist";
import { listPlaylists } from "~/models/playlist/playlist-list.server";
import { playlistsPage } from "~/models/playlist/playlist-schema";
import { ButtonLink } from "~/ui/button";
import { Badge, EmptyState } from "~/ui/card";
import { opensDialog } from "~/ui/dialog/dialog-link";
import { PageHeader, Pages } from "~/ui/page-header";
import { COVER_PENDING, Sleeve } from "~/ui/sleeve";

export { unlessUnreachable as shouldRevalidate } from "~/browser/revalidate";

export const meta: MetaFunction = () => [{ title: titled(t("Playlists")) }];

export async function loader({ request }: LoaderFunctionArgs) {
  const member = await requireMember(request);
  const params = new URL(request.url).searchParams;
  const query = parseInput(playlistsPage, Object.fromEntries(params));
  const listed = await listPlaylists(member.id, query);
  const covers = listed.own.map(({ coverImageUrl }) => coverImageUrl);
  const { pending } = await classifyCovers(member.id, covers);
  const pagesOf = (name: "own" | "shared") => ({
    first: query[name] && listPath("/playlists", params, name),
    next: listed.next[name] && listPath("/playlists", params, name, listed.next[name]),
  });
  return {
    own: { playlists: listed.own, count: listed.counts.own, ...pagesOf("own") },
    shared: { playlists: listed.shared, count: listed.counts.shared, ...pagesOf("shared") },
    pending,
    viewer: { id: String(member.id), firstName: member.firstName },
  };
}

export default function Playlists() {
  const { own, shared, pending, viewer } = useLoaderData<typeof loader>();
  const { search } = useLocation();
  const { formData, formAction } = useNavigation();
  const isCreating = formData && formAction?.split("?")[0] === "/playlists/new" && !own.first;
  const begun = isCreating
    ? playlistsAfter(own.playlists, viewer, Object.fromEntries(formData))
    : own.playlists;
  const count = own.count + begun.length - own.playlists.length;
  const isEmpty = count + shared.count === 0;
  const create = { to: `/playlists/new${search}`, label: t("Create Playlist"), title: t("Create Playlist") };
  return (
    <>
      <PageHeader
        title={t("Collaborative Playlists")}
        eyebrow={t("Side B · 2")}
        action={isEmpty ? undefined : create}
      />
      <Outlet />
      {isEmpty ? (
        <EmptyState
          title={t("No Playlists Yet")}
          text={t("Start one on your own or with a match.")}
          action={create}
        />
      ) : (
        <>
          <Section
            id="own"
            title={t("My Playlists")}
            list={{ ...own, playlists: begun, count }}
            pending={pending}
            empty={t("You haven't made any yet.")}
          />
          <Section
            id="shared"
            title={t("Shared with Me")}
            list={shared}
            pending={[]}
            empty={t("Playlists shared with you appear here.")}
          />
        </>
      )}
      <footer className="cluster mt-6 justify-between border-t border-line pt-4">
        <p>{t("From another service or a player?")}</p>
        <ButtonLink to={PLAYLIST_IMPORT_PATH} icon="upload" {...opensDialog(t("Import Playlist"))}>
          {t("Import Playlist")}
        </ButtonLink>
      </footer>
    </>
  );
}

type SectionProps = {
  id: "own" | "shared";
  title: string;
  /** A page of the list, and the URLs of the first and next one. */
  list: { playlists: PlaylistDto[]; count: number; first?: string; next?: string };
  /** The covers that wait for a moderator. */
  pending: string[];
  empty: string;
};

function Section({ id, title, list: { playlists, count, first, next }, pending, empty }: SectionProps) {
  return (
    <section aria-labelledby={id} className="mb-8">
      <h2 id={id} className="mb-3">
        {title} ({count})
      </h2>
      {playlists.length ? (
        <ul className="grid grid-cols-[repeat(auto-fill,minmax(136px,1fr))] gap-[24px_16px] md:grid-cols-[repeat(auto-fill,minmax(184px,1fr))]">
          {playlists.map((playlist) => (
            <PlaylistCard
              key={playlist.id}
              playlist={playlist}
              isShared={id === "shared"}
              isPending={pending.includes(playlist.coverImageUrl ?? "")}
            />
          ))}
        </ul>
      ) : (
        <p className="text-soft">{empty}</p>
      )}
      <Pages label={t("Pages of {title}", { title })} first={first} next={next} />
    </section>
  );
}

type PlaylistCardProps = {
  playlist: PlaylistDto;
  /** Whether it is another member's. */
  isShared?: boolean;
  /** Whether its cover waits for a moderator. */
  isPending?: boolean;
};

/** A list item that is one link. */
function PlaylistCard({ playlist, isShared = false, isPending = false }: PlaylistCardProps) {
  const { id, name, description, coverImageUrl, collaborator, owner, songCount } = playlist;
  return (
    <li className="record-card min-w-0">
      <Link to={playlistPath(id)} className="sleeve-link block rounded hover:text-red">
        <Sleeve artist="" title={name} url={coverImageUrl} />
        <span className="block min-w-0 flex-1 pb-1 pt-2">
          <span className="block font-display text-xl font-extrabold" dir="auto">
            {name}
          </span>
          {description ? (
            <span className="line-clamp-3 text-sm" dir="auto">
              {description}
            </span>
          ) : null}
          <span className="mt-1 block small-print">
            {describeSongs(songCount)}
            {isShared ? ` · ${t("by {name}", { name: owner.firstName })}` : ""}
          </span>
          {isPending ? <span className="mt-1 block small-print">{t(COVER_PENDING)}</span> : null}
          <span className="cluster my-2">
            {collaborator ? <Badge>{t("Collaborative")}</Badge> : null}
            {isShared ? <Badge tone="green">{t("Shared")}</Badge> : null}
          </span>
        </span>
      </Link>
    </li>
  );
}
