// The placeholders of loading lists.

const DISCOVER_CARDS = 4;
const MATCH_CARDS = 6;
const CONVERSATION_ROWS = 3;

/** Placeholder cards for a search. */
export function CandidatePlaceholders() {
  return (
    <div className="card-grid discover-grid">
      <Placeholders count={DISCOVER_CARDS} className="member-placeholder" />
    </div>
  );
}

/** Placeholder cards for a page of matches. */
export function MatchPlaceholders() {
  return (
    <div className="card-grid match-grid">
      <Placeholders count={MATCH_CARDS} className="match-placeholder" />
    </div>
  );
}

/** Placeholder rows for a page of conversations. */
export function ConversationPlaceholders() {
  return <Placeholders count={CONVERSATION_ROWS} className="conversation-placeholder" />;
}

/** Blocks sized like the content being loaded, read out once as "Loading". */
function Placeholders({ count, className }: { count: number; className: string }) {
  return (
    <>
      <span className="sr-only">Loading</span>
      {Array.from({ length: count }, (_, place) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the blocks are all alike and never move
        <div key={place} aria-hidden="true" className={`placeholder ${className}`} />
      ))}
    </>
  );
}
