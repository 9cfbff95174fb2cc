// A member as on a record's sleeve: the photo, over its edge the name and the score, and the artist whom the two share.
import type { ReactNode } from "react";
import { ArtistLink } from "~/components/artist/artist-link";
import { t } from "~/language/text";
import type { SharedLead } from "~/models/match/member-card";
import type { Face } from "~/models/public-member";
import { Photo } from "./photo";
import { ScoreLabel } from "./score";

/**
 * `name` is a heading or a paragraph, `button` lies over the photo, a sample has no link, and the photo of the first one on a
 * page is loaded eagerly.
 */
export function Poster({
  face,
  name,
  lead,
  score,
  button,
  isSample = false,
  isFirst = false,
}: {
  face: Face;
  name: ReactNode;
  lead: SharedLead | null;
  score: number;
  button?: ReactNode;
  isSample?: boolean;
  isFirst?: boolean;
}) {
  return (
    <>
      <div className="square poster-photo">
        <Photo
          face={face}
          sizes="(min-width: 720px) 404px, 96vw"
          width={480}
          height={600}
          loading={isFirst ? undefined : "lazy"}
        />
        {button ? <span className="on-photo absolute left-2 top-2">{button}</span> : null}
      </div>
      <NamePlate name={name} lead={lead} score={score} isSample={isSample} />
    </>
  );
}

/** Lies over a photo's lower edge and follows it; members have no score with themselves (null). */
export function NamePlate({
  name,
  lead,
  score,
  isSample = false,
}: {
  name: ReactNode;
  lead: SharedLead | null;
  score: number | null;
  isSample?: boolean;
}) {
  return (
    <>
      {/* It stays in the window with its card; in a low one it scrolls along: a long name would cover what has the focus. */}
      <div className="name-plate sticky top-0 z-name flex min-h-[3.75rem] items-center justify-between border-b bg-ink-always py-0.5 pl-4 pr-2 text-[#fbf7ec] print:relative [@media(max-height:480px)]:relative">
        {name}
        {score === null ? null : (
          <ScoreLabel score={score} className="relative h-[3.5rem] w-[3.5rem] text-xl leading-[3.5rem]" />
        )}
      </div>
      {lead ? <SharedArtistStrip lead={lead} isSample={isSample} /> : null}
    </>
  );
}

/** The artist whom the two share, on the strip of paper around a sleeve. */
function SharedArtistStrip({
  lead: { artist, atLeast, more },
  isSample,
}: {
  lead: SharedLead;
  isSample: boolean;
}) {
  return (
    <p className="obi">
      <span className="eyebrow mr-3 text-ink-always">{t("You both love")}</span>{" "}
      <b dir="auto">
        {isSample ? (
          artist
        ) : (
          <ArtistLink
            name={artist}
            className="border-b-[3px] [font:inherit] hover:border-ink-always hover:text-current"
          />
        )}
      </b>{" "}
      <span className="text-sm">
        {atLeast ? t("{count}+ here", { count: atLeast }) : t("A few here")}
        {more ? (
          <span className="obi-more">{` · ${t("{count} more in common", { count: more })}`}</span>
        ) : null}
      </span>
    </p>
  );
}
