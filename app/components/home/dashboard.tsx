// The home screen of a signed-in member.
import { Link } from "@remix-run/react";
import { ProfilePrompt } from "~/components/member/profile-prompt";
import { Avatar } from "~/components/ui/avatar";
import { ButtonLink } from "~/components/ui/button";
import { ActionCard, Badge, StatCard } from "~/components/ui/card";
import { PageHeader } from "~/components/ui/page-header";
import { avatarUrl } from "~/models/member/member";

export type DashboardProps = {
  firstName: string;
  mutualMatches: number;
  conversations: number;
  scrobbles: number;
  missing: { music: boolean; age: boolean };
  recentMatches: {
    id: string;
    compatibilityScore: number;
    targetUser: { id: string; firstName: string; profileImageUrl: string | null };
  }[];
};

/** Greets the member with their numbers, next steps, recent matches and anything their profile lacks. */
export function Dashboard({ firstName, mutualMatches, conversations, scrobbles, ...home }: DashboardProps) {
  return (
    <>
      <PageHeader title={`Welcome back, ${firstName || "Music Lover"}!`} eyebrow="Side A · 1" />
      <ProfilePrompt {...home.missing} />
      <div className="grid grid-cols-1 gap-4 sm:grid-cols-3">
        <StatCard label="Mutual Matches" value={mutualMatches} to="/matches" icon="matches" />
        <StatCard label="Active Conversations" value={conversations} to="/messages" icon="messages" />
        <StatCard label="Total Scrobbles" value={scrobbles} icon="records" />
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
              <Avatar url={avatarUrl(targetUser)} />
              <span className="ml-3 min-w-0 flex-1 font-display text-lead font-extrabold">
                {targetUser.firstName}
              </span>
              <Badge>{compatibilityScore}% match</Badge>
            </Link>
          </li>
        ))}
      </ul>
    </section>
  );
}
