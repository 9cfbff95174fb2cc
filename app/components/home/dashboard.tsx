// Home, for a member who is signed in.
import { Link } from "@remix-run/react";
import { avatarUrl } from "~/models/person";
import { Avatar } from "./avatar";
import { ButtonLink } from "./button";
import { PageHead } from "./page-head";
import { ProfilePrompt } from "./profile-prompt";
import { ActionCard, Badge, StatCard } from "./sleeve";

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

/** Greeting, three numbers, where to go, the last matches, and what is missing in the profile. */
export function Dashboard({ firstName, mutualMatches, conversations, scrobbles, ...home }: DashboardProps) {
  return (
    <>
      <PageHead title={`Welcome back, ${firstName || "Music Lover"}!`} catalogue="Side A · 1" />
      <ProfilePrompt {...home.missing} />
      <div className="grid grid-cols-1 gap-4 sm:grid-cols-3">
        <StatCard label="Mutual Matches" value={mutualMatches} to="/matches" icon="matches" />
        <StatCard label="Active Conversations" value={conversations} to="/messages" icon="messages" />
        <StatCard label="Total Scrobbles" value={scrobbles} icon="records" />
      </div>
      <h2 className="mb-3 mt-8">What next?</h2>
      <div className="grid grid-cols-1 gap-4 md:grid-cols-3">
        <ActionCard
          to="/discover"
          title="Discover New Matches"
          text="Meet people who love what you love."
          icon="discover"
        />
        <ActionCard to="/messages" title="Check Messages" text="See who has written." icon="messages" />
        <ActionCard
          to="/music-connections"
          title="Music Services"
          text="Connect what you listen with."
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
    <section className="sleeve mt-8" aria-labelledby="recent-matches">
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
