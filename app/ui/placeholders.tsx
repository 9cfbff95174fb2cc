// The placeholders of loading lists.
import { t } from "~/language/text";

const DISCOVER_CARDS = 4;
const MATCH_CARDS = 6;
const CONVERSATION_ROWS = 3;

/** Placeholder cards for a search. */
export function CandidatePlaceholders() {
  return (
    <div className="card-grid discover-grid">
      <Placeholders count={DISCOVER_CARDS} className="member-placeholder mx-auto w-full max-w-form" />
    </div>
  );
}

/** Placeholder cards for a page of matches. */
export function MatchPlaceholders() {
  return (
    <div className="card-grid match-grid">
      <Placeholders count={MATCH_CARDS} className="min-h-[26.75rem]" />
    </div>
  );
}

/** Placeholder rows for a page of conversations. */
export function ConversationPlaceholders() {
  return <Placeholders count={CONVERSATION_ROWS} className="h-16 rounded-none border-0 border-b" />;
}

/** Blocks sized like the content being loaded, read out once as "Loading". */
function Placeholders({ count, className }: { count: number; className: string }) {
  return (
    <>
      <span className="sr-only">{t("Loading")}</span>
      {Array.from({ length: count }, (_, place) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the blocks are all alike and never move
        <div key={place} aria-hidden="true" className={`placeholder ${className}`} />
      ))}
    </>
  );
}
