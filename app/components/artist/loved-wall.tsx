// The wall of the artists who are loved here, and "Did you mean…" for a name that nobody knows.
import { Link } from "@remix-run/react";
import { t } from "~/language/text";
import { Trans } from "~/language/trans";
import { artistPath, type LovedArtist } from "~/models/artist/artist";
import { EmptyState } from "~/ui/card";
import { Pages } from "~/ui/page-header";
import { ArtistLink } from "./artist-link";
import { ArtistTile } from "./artist-tile";

const WALL =
  "grid grid-cols-[repeat(auto-fill,minmax(136px,1fr))] gap-[24px_16px] md:grid-cols-[repeat(auto-fill,minmax(160px,1fr))]";

/** `own` are the viewer's artists, for a wall without any. */
export function LovedWall({
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
export function DidYouMean({ name, near }: { name: string; near: string[] }) {
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
