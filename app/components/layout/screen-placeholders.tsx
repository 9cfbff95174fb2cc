// The placeholders of Discover, Matches and Messages, fetched by pending-screen.tsx.

import { t } from "~/language/text";
import { formatCount } from "~/models/count";
import type { Counts } from "~/models/notification/counts";
import { Badge } from "~/ui/card";
import { PageHeader } from "~/ui/page-header";
import { CandidatePlaceholders, ConversationPlaceholders, MatchPlaceholders } from "~/ui/placeholders";

export type ScreenPlaceholdersProps = { pathname: string; counts: Counts };

/** The placeholders shown until a screen is loaded. */
export function ScreenPlaceholders({ pathname, counts }: ScreenPlaceholdersProps) {
  if (pathname === "/discover") return <DiscoverPlaceholders />;
  if (pathname === "/matches") return <MatchesPlaceholders count={counts.mutualMatches} />;
  return <MessagesPlaceholders count={counts.conversations} />;
}

function DiscoverPlaceholders() {
  return (
    <div className="discover lg:grid lg:grid-cols-[minmax(0,1fr)_272px] lg:items-start lg:gap-[0_24px]">
      <PageHeader title={t("Discover")} eyebrow={t("Side A · 2")} />
      <div className="h-[1.25rem] lg:col-start-2 lg:row-start-2" />
      <div className="max-lg:clear-both max-lg:mt-2 max-md:mt-1 lg:row-start-2">
        <CandidatePlaceholders />
      </div>
    </div>
  );
}

function MatchesPlaceholders({ count }: { count: number }) {
  return (
    <>
      <PageHeader
        title={t("Your Matches")}
        eyebrow={t("Side A · 3")}
        aside={<Badge tone="green">{t("{count} Mutual", { count: formatCount(count) })}</Badge>}
      />
      <h2 className="sr-only">{t("Mutual Matches")}</h2>
      <MatchPlaceholders />
    </>
  );
}

function MessagesPlaceholders({ count }: { count: number }) {
  return (
    <div className="messages-screen">
      <PageHeader title={t("Messages")} aside={<Badge>{formatCount(count)}</Badge>} />
      <div className="md:grid md:grid-cols-[304px_minmax(0,1fr)] md:gap-6 lg:grid-cols-[344px_minmax(0,1fr)]">
        <div className="card">
          <ConversationPlaceholders />
        </div>
      </div>
    </div>
  );
}
