// What a viewer shares with a member, on the member's card and page.
import { Fragment } from "react";
import { ArtistLink } from "~/components/artist/artist-link";
import { t } from "~/language/text";
import { Trans } from "~/language/trans";
import type { CardArtist, SharedLead } from "~/models/match/member-card";
import { genreName } from "~/models/music/genre";

/** "You both love Arthur Russell · 20+ here", and how many more artists the two share. */
export function SharedLeadLine({ lead }: { lead: SharedLead | null }) {
  if (!lead) return null;
  return (
    <p className="mt-2 border-l-[3px] border-red pl-2">
      <Trans text="You both love {artist}" values={{ artist: <ArtistLink name={lead.artist} /> }} />
      {lead.atLeast ? `\u00a0· ${t("{count}+\u00a0here", { count: lead.atLeast })}` : ""}
      {lead.more ? `\u00a0· ${t("{count}\u00a0more in common", { count: lead.more })}` : ""}
    </p>
  );
}

/** Artists in one line; those on both lists stand out. */
export function ArtistNames({ artists }: { artists: CardArtist[] }) {
  return (
    <span className="text-soft">
      {artists.map(({ name, isShared }, index) => (
        <Fragment key={name}>
          {index ? " " : ""}
          <span className="unbroken">
            {isShared ? <SharedArtist name={name} /> : <ArtistLink name={name} className="border-b" />}
            {index < artists.length - 1 ? " ·" : ""}
          </span>
        </Fragment>
      ))}
    </span>
  );
}

/** The name of an artist on both lists. */
function SharedArtist({ name }: { name: string }) {
  return (
    <b className="text-ink">
      <ArtistLink name={name} />
      <ListedToo />
    </b>
  );
}

/** The name of a genre on both lists. */
export function SharedGenre({ name }: { name: string }) {
  return (
    <b className="border-b-2 border-red">
      {genreName(name)}
      <ListedToo />
    </b>
  );
}

function ListedToo() {
  return <span className="sr-only"> {t("(on your list too)")}</span>;
}
