// The card of a member's anthem.
import type { ReactNode } from "react";
import { Card } from "~/components/ui/card";
import type { AnthemDto } from "~/models/member/anthem";

const siteNames = { youtube: "YouTube", spotify: "Spotify" };

/** Shows a song with what plays it (`player`), or leads to the page of a link; `children` come below. */
export function AnthemCard({
  anthem,
  player,
  children,
}: {
  anthem: AnthemDto | undefined;
  player: ReactNode;
  children?: ReactNode;
}) {
  if (!anthem && !children) return null;
  return (
    <Card title="Anthem">
      {anthem ? <Song {...anthem} player={player} /> : null}
      {children}
    </Card>
  );
}

function Song({ type, artist, title, url, pictureUrl, player }: AnthemDto & { player: ReactNode }) {
  return (
    <div className="cluster">
      {pictureUrl ? <img src={pictureUrl} alt="" width={96} height={48} loading="lazy" /> : null}
      {player}
      <span className="min-w-0">
        {title ? (
          <b className="block" dir="auto">
            {title}
          </b>
        ) : null}
        {artist ? (
          <span className="block" dir="auto">
            {artist}
          </span>
        ) : null}
        {url && type !== "song" ? (
          <a href={url} target="_blank" rel="noopener noreferrer" className="link inline-block py-1">
            Play on {siteNames[type]}
            <span className="sr-only"> (in a new tab)</span>
          </a>
        ) : null}
      </span>
    </div>
  );
}
