// A member as on a record's sleeve: the photo, across it the artist whom the two share, and the score as its label.
import type { ReactNode } from "react";
import { ArtistLink } from "~/components/artist/artist-link";
import { formatOthers } from "~/components/member/shared-artists";
import type { SharedLead } from "~/models/match/member-card";
import type { Face } from "~/models/public-member";
import { Photo } from "./photo";
import { ScoreLabel } from "./score";

/**
 * `why` is the link below the score; both are left out at 0. `button` is laid over the photo. A sample leads nowhere.
 */
export function Poster({
  face,
  lead,
  score,
  why,
  button,
  isSample = false,
}: {
  face: Face;
  lead: SharedLead | null;
  score: number;
  why?: ReactNode;
  button?: ReactNode;
  isSample?: boolean;
}) {
  return (
    <div className="poster">
      <div className="square poster-photo">
        <Photo face={face} sizes="(min-width: 720px) 404px, 96vw" width={480} height={600} loading="lazy" />
        {button ? <span className="on-photo">{button}</span> : null}
      </div>
      {lead ? <SharedArtistStrip lead={lead} isSample={isSample} /> : null}
      {score ? (
        <div className="poster-score">
          <ScoreLabel score={score} />
          {why}
        </div>
      ) : null}
    </div>
  );
}

/** The artist whom the two share, on the strip of paper around a sleeve. */
function SharedArtistStrip({
  lead: { artist, others, more },
  isSample,
}: {
  lead: SharedLead;
  isSample: boolean;
}) {
  return (
    <p className="obi">
      <span className="eyebrow">You both love</span>{" "}
      <b dir="auto">{isSample ? artist : <ArtistLink name={artist} />}</b>{" "}
      <span className="obi-note">
        {others === 0 ? <span className="obi-sticker">Only you two</span> : `${formatOthers(others)} here`}
        {more ? <span className="obi-more">{` · ${more} more in common`}</span> : null}
      </span>
    </p>
  );
}
