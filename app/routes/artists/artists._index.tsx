import { type LoaderFunctionArgs, type MetaFunction, redirect } from "@remix-run/node";
import { Link, useLoaderData } from "@remix-run/react";
import { titled } from "~/community";
import { ArtistLink } from "~/components/artist/artist-link";
import { ArtistTile } from "~/components/artist/artist-tile";
import { FindArtist } from "~/components/artist/find-artist";
import { parseInput } from "~/http/body.server";
import { requireMember } from "~/http/page.server";
import { t } from "~/language/text";
import { Trans } from "~/language/trans";
import { ARTISTS_PATH, artistPath, type LovedArtist } from "~/models/artist/artist";
import { lovedPage } from "~/models/artist/artist-schema";
import { listLoved } from "~/models/artist/loved-artists.server";
import { lookUpArtist } from "~/models/music/artist.server";
import { getPreferences } from "~/models/music/preferences.server";
import { EmptyState } from "~/ui/card";
import { PageHeader, Pages } from "~/ui/page-header";

export { unlessUnreachable as shouldRevalidate } from "~/browser/revalidate";

export const meta: MetaFunction = () => [{ title: titled(t("Artists")) }];

/** Shows the wall, or redirects to the page of the typed artist, if it is clear who is meant. */
export async function loader({ request }: LoaderFunctionArgs) {
  const viewer = await requireMember(request);
  const query = new URL(request.url).searchParams;
  const text = query.get("artist");
  const asked = text === null ? undefined : await lookUpArtist(viewer.id, text);
  const path = asked && artistPath(asked.name);
  if (path && !asked.near.length) throw redirect(path);
  const { cursor } = parseInput(lovedPage, { cursor: query.get("cursor") || undefined });
  const { artists, next } = await listLoved(viewer.id, cursor?.from);
  const own = artists.length ? [] : ((await getPreferences(viewer.id))?.topArtists ?? []);
  return {
    text: text ?? "",
    error: text === null || asked ? undefined : t("Type an artist's name."),
    asked,
    wall: {
      artists,
      own,
      firstPage: cursor ? ARTISTS_PATH : undefined,
      nextPage: next && `${ARTISTS_PATH}?${new URLSearchParams(next)}`,
    },
  };
}

export default function Artists() {
  const { text, error, asked, wall } = useLoaderData<typeof loader>();
  return (
    <>
      <PageHeader title={t("Artists")} />
      <FindArtist text={text} error={error} isOnWall className="mb-8 max-w-form" />
      {asked ? <DidYouMean {...asked} /> : null}
      <LovedWall {...wall} />
    </>
  );
}

const WALL =
  "grid grid-cols-[repeat(auto-fill,minmax(136px,1fr))] gap-[24px_16px] md:grid-cols-[repeat(auto-fill,minmax(160px,1fr))]";

/** `own` are the viewer's artists, for a wall without any. */
function LovedWall({
  artists,
  own,
  firstPage,
  nextPage,
}: {
  artists: LovedArtist[];
  own: string[];
  firstPage?: string;
  nextPage?: string;
}) {
  return (
    <>
      <section aria-labelledby="loved">
        <h2 id="loved" className="mb-3">
          {t("Loved here")}
        </h2>
        {artists.length ? (
          <ul className={WALL}>
            {artists.map(({ key, name, atLeast, position }) => (
              <ArtistTile key={key} name={name}>
                {atLeast ? t("{count}+ people", { count: atLeast }) : t("A few people")}
                {position === null ? null : (
                  <span className="block">{t("No. {position} on your list", { position })}</span>
                )}
              </ArtistTile>
            ))}
          </ul>
        ) : (
          <EmptyState
            title={t("No favorites yet")}
            text={t("Artists show up here once three people love them.")}
            action={{ to: "/discover", label: t("Discover") }}
          />
        )}
        <Pages first={firstPage} next={nextPage} />
      </section>
      {artists.length || !own.length ? null : (
        <section className="mt-8" aria-labelledby="own">
          <h2 id="own" className="mb-3">
            {t("On your list")}
          </h2>
          <ul className={WALL}>
            {own.map((name) => (
              <ArtistTile key={name} name={name} />
            ))}
          </ul>
        </section>
      )}
    </>
  );
}

/** Offers artists with almost the name that was typed, and the page of the name itself. */
function DidYouMean({ name, near }: { name: string; near: string[] }) {
  const path = artistPath(name);
  return (
    <section className="mb-8" aria-labelledby="did-you-mean">
      <h2 id="did-you-mean">{t("Did you mean…")}</h2>
      <ul className="cluster mt-2">
        {near.map((other) => (
          <li key={other}>
            <ArtistLink name={other} />
          </li>
        ))}
      </ul>
      {path ? (
        <p className="mt-2">
          <Trans
            text="Or go on to {name}."
            values={{
              name: (
                <Link to={path} className="link" dir="auto">
                  {name}
                </Link>
              ),
            }}
          />
        </p>
      ) : null}
    </section>
  );
}
