// The home screen of a signed-in member.
import { Link } from "@remix-run/react";
import { ProfilePrompt } from "~/components/member/profile-prompt";
import { Avatar } from "~/components/ui/avatar";
import { ButtonLink } from "~/components/ui/button";
import { ActionCard, Badge, StatCard } from "~/components/ui/card";
import { Icon } from "~/components/ui/icon";
import { PageHeader } from "~/components/ui/page-header";
import { formatCount } from "~/models/count";
import type { NewsItem } from "~/models/member/this-week";
import type { ProfilePhoto } from "~/models/picture-url";
import { faceOf } from "~/models/public-member";

export type DashboardProps = {
  firstName: string;
  /** Whether the member has just signed up, and can't be welcomed back. */
  isFirstVisit: boolean;
  mutualMatches: number;
  conversations: number;
  scrobbles: number;
  missing: { music: boolean; age: boolean };
  news: NewsItem[];
  recentMatches: {
    id: string;
    compatibilityScore: number;
    targetUser: { id: string; firstName: string } & ProfilePhoto;
  }[];
};

/** Greets the member with the news, their numbers, next steps, recent matches and anything their profile lacks. */
export function Dashboard({ firstName, mutualMatches, conversations, scrobbles, ...home }: DashboardProps) {
  const greeting = home.isFirstVisit ? "Welcome" : "Welcome back";
  return (
    <>
      <PageHeader title={`${greeting}, ${firstName || "Music Lover"}!`} eyebrow="Side A · 1" />
      <ProfilePrompt {...home.missing} finishes />
      <ThisWeek news={home.news} />
      <div className="grid grid-cols-1 gap-4 md:grid-cols-3">
        <StatCard label="Mutual Matches" value={formatCount(mutualMatches)} to="/matches" icon="matches" />
        <StatCard
          label="Active Conversations"
          value={formatCount(conversations)}
          to="/messages"
          icon="messages"
        />
        <StatCard label="Total Scrobbles" value={scrobbles.toLocaleString("en-US")} icon="records" />
      </div>
      <h2 className="mb-3 mt-8">What's next?</h2>
      <div className="grid grid-cols-1 gap-4 md:grid-cols-3">
        <ActionCard
          to="/discover"
          title="Discover New Matches"
          text="Meet people who love what you love."
          icon="discover"
        />
        <ActionCard to="/messages" title="Check Messages" text="See who's written to you." icon="messages" />
        <ActionCard
          to="/music-connections"
          title="Music Services"
          text="Connect your streaming services."
          icon="connections"
        />
      </div>
      <RecentMatches matches={home.recentMatches} />
    </>
  );
}

function ThisWeek({ news }: { news: NewsItem[] }) {
  if (news.length === 0) return null;
  return (
    <section className="card mb-6" aria-labelledby="this-week">
      <header className="border-b border-line px-4 py-3">
        <h2 id="this-week">This Week</h2>
      </header>
      <ul className="divided px-4">
        {news.map(({ icon, text, to }) => (
          <li key={text + to}>
            <Link to={to} className="flex items-center py-3 hover:text-red">
              <Icon name={icon} className="mr-3 flex-none text-red" />
              <span className="min-w-0">{text}</span>
            </Link>
          </li>
        ))}
      </ul>
    </section>
  );
}

function RecentMatches({ matches }: { matches: DashboardProps["recentMatches"] }) {
  if (matches.length === 0) return null;
  return (
    <section className="card mt-8" aria-labelledby="recent-matches">
      <header className="flex items-center justify-between border-b border-line px-4 py-2">
        <h2 id="recent-matches">Recent Matches</h2>
        <ButtonLink to="/matches">View All</ButtonLink>
      </header>
      <ul className="divided px-4">
        {matches.map(({ id, compatibilityScore, targetUser }) => (
          <li key={id}>
            <Link to={`/members/${targetUser.id}`} className="flex items-center py-2">
              <Avatar face={faceOf(targetUser)} />
              <span className="ml-3 min-w-0 flex-1 font-display text-lead font-extrabold">
                {targetUser.firstName}
              </span>
              {compatibilityScore ? <Badge>{compatibilityScore}% match</Badge> : null}
            </Link>
          </li>
        ))}
      </ul>
    </section>
  );
}
