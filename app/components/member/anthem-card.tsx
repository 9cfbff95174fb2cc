// The card of a member's anthem.
import type { ReactNode } from "react";
import { ArtistLink } from "~/components/artist/artist-link";
import { ListenButton } from "~/components/music/listen-button";
import { t } from "~/language/text";
import { Trans } from "~/language/trans";
import type { AnthemDto } from "~/models/member/anthem";
import { Card } from "~/ui/card";

// Not translated: names.
const siteNames = { youtube: "YouTube", spotify: "Spotify" };

/** Shows a song, or leads to the page of a link; `children` come below. */
export function AnthemCard({ anthem, children }: { anthem: AnthemDto | undefined; children?: ReactNode }) {
  if (!anthem && !children) return null;
  return (
    <Card title={t("Anthem")}>
      {anthem ? <AnthemSong {...anthem} /> : null}
      {children}
    </Card>
  );
}

/** The song with its Listen label, or the link to it. */
export function AnthemSong({ type, artist, title, url, pictureUrl, previewUrl }: AnthemDto) {
  return (
    <div className="cluster">
      {pictureUrl ? <img src={pictureUrl} alt="" width={96} height={48} loading="lazy" /> : null}
      {title ? <ListenButton song={{ artist: artist ?? "", title, previewUrl }} /> : null}
      <span className="min-w-0">
        {title ? (
          <b className="block" dir="auto">
            {title}
          </b>
        ) : null}
        {artist ? (
          <span className="block">
            <ArtistLink name={artist} />
          </span>
        ) : null}
        {url && type !== "song" ? (
          <a href={url} target="_blank" rel="noopener noreferrer" className="link inline-block py-1">
            <Trans
              text="Play on {site}<span> (in a new tab)</span>"
              values={{ site: siteNames[type] }}
              tags={{ span: <span className="sr-only" /> }}
            />
          </a>
        ) : null}
      </span>
    </div>
  );
}
