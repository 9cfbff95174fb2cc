// What a viewer shares with a member, on the member's card and page.
import { MOST_OTHERS } from "~/matching/reasons";
import type { CardArtist, SharedLead } from "~/models/match/member-card";

/** "You both love Arthur Russell, with 3 others here", and how many more artists the two share. */
export function SharedLeadLine({ lead }: { lead: SharedLead | null }) {
  if (!lead) return null;
  return (
    <p className="shared-lead">
      You both love <b dir="auto">{lead.artist}</b>
      {describeOthers(lead.others)}.{lead.more ? ` ${lead.more} more in common.` : ""}
    </p>
  );
}

/** Artists in one line; those on both lists are bold and underlined. */
export function ArtistNames({ artists }: { artists: CardArtist[] }) {
  return (
    <span className="artist-names">
      {artists.map(({ name, isShared }, index) => (
        <span key={name}>
          {index ? " · " : ""}
          {isShared ? <SharedName name={name} /> : name}
        </span>
      ))}
    </span>
  );
}

/** The name of an artist on both lists. */
export function SharedName({ name }: { name: string }) {
  return (
    <b className="shared-name" dir="auto">
      {name}
      <span className="sr-only"> (on your list too)</span>
    </b>
  );
}

function describeOthers(others: number): string {
  return others === 0 ? "" : `, with ${formatOthers(others)} here`;
}

/** "1 other", "more than 50 others". */
export function formatOthers(others: number): string {
  if (others === 1) return "1 other";
  return `${others > MOST_OTHERS ? `more than ${MOST_OTHERS}` : others} others`;
}
