import type { LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { CandidateList } from "~/components/discover/candidate-list";
import { Invite } from "~/components/discover/invite";
import { ButtonLink } from "~/components/ui/button";
import { EmptyState } from "~/components/ui/card";
import { WelcomeStep } from "~/components/welcome/welcome-step";
import { env } from "~/env.server";
import { requireMember } from "~/http/page.server";
import { discoverPath } from "~/models/match/discover";
import { discoverFirst } from "~/models/match/discover.server";
import { isOnlyMember, toCandidates } from "~/models/match/member-card.server";
import { readDistanceUnit } from "~/models/member/distance.server";
import { getPreferences } from "~/models/music/preferences.server";

const PEOPLE = 5;
const TOP_ARTISTS = 3;

export const meta: MetaFunction = () => [{ title: "Your First Five · Welcome · B-Side" }];

export async function loader({ request }: LoaderFunctionArgs) {
  const member = await requireMember(request);
  const preferences = await getPreferences(member.id);
  const { page, filters } = await discoverFirst(member.id, preferences !== null);
  const alone = page.members.length === 0 && (await isOnlyMember(member.id));
  return {
    candidates: await toCandidates(
      member.id,
      page.members.slice(0, PEOPLE),
      TOP_ARTISTS,
      readDistanceUnit(request, member),
    ),
    discover: discoverPath(filters),
    invitation: alone ? env.origin : null,
  };
}

export default function WelcomePeople() {
  const { candidates, discover, invitation } = useLoaderData<typeof loader>();
  const [, query = ""] = discover.split("?");
  if (!candidates.length) {
    return (
      <WelcomeStep
        step="people"
        title="You're all set"
        text="When someone new fits, they'll appear in Discover."
      >
        <EmptyState
          title={invitation ? "No one else is here yet" : "No one new for now"}
          text={
            invitation
              ? "You're early. Check back in a few days, or bring a friend."
              : "You've seen everyone who fits for now. Check back in a few days."
          }
          action={{ to: "/", label: "Go to Home" }}
        >
          {invitation ? <Invite address={invitation} /> : null}
        </EmptyState>
      </WelcomeStep>
    );
  }
  return (
    <WelcomeStep
      step="people"
      title={candidates.length === PEOPLE ? "Here are your first five" : "Here are the first people for you"}
      text="Like someone to get started. They'll only find out if they like you too."
    >
      <CandidateList candidates={candidates} search={query} />
      <p className="cluster mt-6">
        <ButtonLink to={discover} variant="primary">
          See More in Discover
        </ButtonLink>
        <ButtonLink to="/">Go to Home</ButtonLink>
      </p>
    </WelcomeStep>
  );
}
