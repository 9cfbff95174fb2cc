// What a viewer shares with a member, on the member's card and page.
import { ArtistLink } from "~/components/artist/artist-link";
import { MOST_OTHERS } from "~/matching/reasons";
import type { CardArtist, SharedLead } from "~/models/match/member-card";

/** "You both love Arthur Russell, with 3 others here", and how many more artists the two share. */
export function SharedLeadLine({ lead }: { lead: SharedLead | null }) {
  if (!lead) return null;
  return (
    <p className="shared-lead">
      You both love <ArtistLink name={lead.artist} />
      {describeOthers(lead.others)}.{lead.more ? ` ${lead.more} more in common.` : ""}
    </p>
  );
}

/** Artists in one line; those on both lists stand out. */
export function ArtistNames({ artists }: { artists: CardArtist[] }) {
  return (
    <span className="artist-names">
      {artists.map(({ name, isShared }, index) => (
        <span key={name}>
          {index ? " · " : ""}
          {isShared ? <SharedArtist name={name} /> : <ArtistLink name={name} />}
        </span>
      ))}
    </span>
  );
}

/** The name of an artist on both lists. */
function SharedArtist({ name }: { name: string }) {
  return (
    <b>
      <ArtistLink name={name} />
      <ListedToo />
    </b>
  );
}

/** The name of a genre on both lists. */
export function SharedGenre({ name }: { name: string }) {
  return (
    <b className="shared-genre">
      {name}
      <ListedToo />
    </b>
  );
}

function ListedToo() {
  return <span className="sr-only"> (on your list too)</span>;
}

function describeOthers(others: number): string {
  return others === 0 ? "" : `, with ${formatOthers(others)} here`;
}

/** "1 other", "more than 50 others". */
export function formatOthers(others: number): string {
  if (others === 1) return "1 other";
  return `${others > MOST_OTHERS ? `more than ${MOST_OTHERS}` : others} others`;
}
