import type { LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useLoaderData, useLocation } from "@remix-run/react";
import type { DistanceUnit } from "db/column-types";
import { useSlowNavigation } from "~/browser/navigation";
import { titled } from "~/community";
import { MatchCard, type MatchCardData } from "~/components/match/match-card";
import { parseInput } from "~/http/body.server";
import { requireMember } from "~/http/page.server";
import { t } from "~/language/text";
import { findConversationsWith } from "~/models/conversation/list/conversation-list.server";
import { formatCount } from "~/models/count";
import { listPath, numberedPage } from "~/models/cursor";
import { countMutualMatches, listMatches } from "~/models/match/match.server";
import { toMemberCardData } from "~/models/match/member-card";
import { readDistanceUnit } from "~/models/member/distance.server";
import type { Member } from "~/models/member/member.server";
import { localeOf } from "~/models/member/viewer-dates";
import { markSeen } from "~/models/notification/notification-reading.server";
import { relativeTime } from "~/models/relative-time";
import { Badge, EmptyState } from "~/ui/card";
import { PageHeader, Pages } from "~/ui/page-header";
import { MatchPlaceholders } from "~/ui/placeholders";

export { unlessUnreachable as shouldRevalidate } from "~/browser/revalidate";

const TOP_ARTISTS = 2;
const SECTION = 24;

export const meta: MetaFunction = () => [{ title: titled(t("Matches")) }];

export async function loader({ request }: LoaderFunctionArgs) {
  const member = await requireMember(request);
  const params = new URL(request.url).searchParams;
  const locale = localeOf(request.headers.get("Accept-Language"));
  const look = { unit: readDistanceUnit(request, member), locale };
  const [count, mutual, liked] = await Promise.all([
    countMutualMatches(member.id),
    listSection(member, true, params, "mutual", look),
    listSection(member, false, params, "liked", look),
  ]);
  await markSeen(member.id, ["match"]);
  return { count, mutual, liked };
}

/** A section of the member's matches, with the URLs of its next and first page; `name` is the parameter of its cursor. */
async function listSection(
  member: Member,
  mutual: boolean,
  params: URLSearchParams,
  name: string,
  look: { unit: DistanceUnit; locale: string },
) {
  const typed = params.get(name) || undefined;
  const { cursor } = parseInput(numberedPage, { cursor: typed });
  const { matches, next } = await listMatches(member, { mutual, after: cursor, limit: SECTION });
  const others = matches.map(({ targetUser }) => Number(targetUser.id));
  const conversations = await findConversationsWith(member.id, others);
  const now = new Date();
  const cards: MatchCardData[] = matches.map(({ targetUser, ...match }) => ({
    ...match,
    ...toMemberCardData(targetUser, TOP_ARTISTS, look.unit),
    bio: "",
    since: relativeTime(new Date(match.createdAt), now, look.locale, true),
    conversationId: conversations.get(Number(targetUser.id)),
  }));
  return {
    cards,
    firstPage: typed && listPath("/matches", params, name),
    nextPage: next && listPath("/matches", params, name, next.cursor),
  };
}

export default function Matches() {
  const { count, mutual, liked } = useLoaderData<typeof loader>();
  return (
    <>
      <PageHeader
        title={t("Your Matches")}
        eyebrow={t("Side A · 3")}
        aside={<Badge tone="green">{t("{count} Mutual", { count: formatCount(count) })}</Badge>}
      />
      <Section
        id="mutual"
        title={t("Mutual Matches")}
        isNamedAbove
        {...mutual}
        empty={{
          title: t("No mutual matches yet"),
          text: t("Keep swiping and liking profiles to find mutual connections!"),
        }}
      />
      <Section
        id="liked"
        title={t("People You Liked")}
        {...liked}
        empty={{
          title: t("No likes yet"),
          text: t("Start discovering people and like profiles that interest you!"),
        }}
      />
    </>
  );
}

type SectionProps = {
  id: string;
  title: string;
  /** Whether the title is only for screen readers, because the page's badge above says it. */
  isNamedAbove?: boolean;
  cards: MatchCardData[];
  firstPage?: string;
  nextPage?: string;
  empty: { title: string; text: string };
};

function Section({ id, title, isNamedAbove, cards, firstPage, nextPage, empty }: SectionProps) {
  const { search } = useLocation();
  const next = useSlowNavigation()?.location;
  const isLoading =
    next?.pathname === "/matches" &&
    new URLSearchParams(next.search).get(id) !== new URLSearchParams(search).get(id);
  return (
    <section aria-labelledby={id} className="mb-8">
      <h2 id={id} className={isNamedAbove ? "sr-only" : "mb-3"}>
        {title}
      </h2>
      {isLoading ? <MatchPlaceholders /> : null}
      {!isLoading && cards.length === 0 ? (
        <EmptyState level="h3" {...empty} action={{ to: "/discover", label: t("Discover") }} />
      ) : null}
      {!isLoading && cards.length > 0 ? (
        <ul className="card-grid match-grid">
          {cards.map((card) => (
            <MatchCard key={card.id} match={card} />
          ))}
        </ul>
      ) : null}
      <Pages label={t("Pages of {title}", { title })} first={firstPage} next={nextPage} />
    </section>
  );
}
