import type { LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { titled } from "~/community";
import { CandidateList } from "~/components/discover/candidate-list";
import { IncludeUnsaid, Invite } from "~/components/discover/invite";
import { WelcomeStep } from "~/components/welcome/welcome-step";
import { NEW_DAYS } from "~/durations";
import { requireMember } from "~/http/page.server";
import { t } from "~/language/text";
import { Trans } from "~/language/trans";
import { NEW_HERE_PATH } from "~/models/account/privacy";
import { addressForFriends } from "~/models/account/sign-in/registration.server";
import { hasDecided } from "~/models/match/decision.server";
import { describeFilters, discoverPath } from "~/models/match/discover";
import { suggestMembers } from "~/models/match/discover.server";
import { isOnlyMember, toCandidates } from "~/models/match/member-card.server";
import { readDistanceUnit } from "~/models/member/distance.server";
import { getPreferences } from "~/models/music/preferences.server";
import { ButtonLink } from "~/ui/button";
import { EmptyState } from "~/ui/card";
import { PostButton } from "~/ui/form";

export { unlessUnreachable as shouldRevalidate } from "~/browser/revalidate";

const PEOPLE = 5;
const TOP_ARTISTS = 3;

export const meta: MetaFunction = () => [{ title: titled(t("Your First Five · Welcome")) }];

export async function loader({ request }: LoaderFunctionArgs) {
  const member = await requireMember(request);
  const preferences = await getPreferences(member.id);
  const unit = readDistanceUnit(request, member);
  const found = await suggestMembers(member.id, preferences !== null, PEOPLE);
  const isEmpty = found.members.length === 0;
  const isAlone = isEmpty && (await isOnlyMember(member.id));
  return {
    candidates: await toCandidates(member.id, found.members, TOP_ARTISTS, unit),
    discover: discoverPath(found.filters),
    widened: found.isWider ? describeFilters(found.filters, unit) : null,
    hidesUnsaid: found.hidesUnsaid,
    hasSeenSomebody: isEmpty && (await hasDecided(member.id)),
    isAlone,
    showsNew: member.showsNew,
    invitation: isAlone ? addressForFriends() : null,
  };
}

export default function WelcomePeople() {
  const { candidates, discover, widened, hidesUnsaid, hasSeenSomebody, isAlone, showsNew, invitation } =
    useLoaderData<typeof loader>();
  const [, query = ""] = discover.split("?");
  if (!candidates.length) {
    return (
      <WelcomeStep
        step="people"
        title={t("You're all set")}
        text={t("When someone new fits, they'll appear in Discover.")}
      >
        <EmptyState
          title={isAlone ? t("No one else is here yet") : t("No one new for now")}
          text={describeEmpty({ isAlone, canInvite: invitation !== null, hidesUnsaid, hasSeenSomebody })}
          action={{ to: "/", label: t("Go to Home") }}
        >
          {invitation ? <Invite address={invitation} /> : null}
        </EmptyState>
        {hidesUnsaid ? <IncludeUnsaid search="from=welcome" /> : null}
        <NewHere isShown={showsNew} />
      </WelcomeStep>
    );
  }
  return (
    <WelcomeStep
      step="people"
      title={describeFound(candidates.length)}
      text={t("Like someone to get started. They'll only find out if they like you too.")}
    >
      {widened ? (
        <p className="mb-4">
          <Trans
            text="Few new people fit the usual filters, so this is a wider search: {widened}"
            values={{ widened: <strong>{widened}</strong> }}
          />
        </p>
      ) : null}
      <CandidateList candidates={candidates} search={query} />
      {hidesUnsaid ? <IncludeUnsaid search="from=welcome" /> : null}
      <p className="cluster mt-6">
        <ButtonLink to={discover} variant="primary">
          {candidates.length === PEOPLE ? t("See More in Discover") : t("Go to Discover")}
        </ButtonLink>
        <ButtonLink to="/">{t("Go to Home")}</ButtonLink>
      </p>
      <NewHere isShown={showsNew} />
    </WelcomeStep>
  );
}

function describeFound(count: number) {
  if (count === 1) return t("Here's the first person for you");
  return count === PEOPLE ? t("Here are your first five") : t("Here are the first people for you");
}

function describeEmpty({
  isAlone,
  canInvite,
  hidesUnsaid,
  hasSeenSomebody,
}: {
  isAlone: boolean;
  canInvite: boolean;
  hidesUnsaid: boolean;
  hasSeenSomebody: boolean;
}) {
  if (isAlone)
    return canInvite
      ? t("You're early. Check back in a few days, or bring a friend.")
      : t("You're early. Check back in a few days.");
  // Some people do fit, as the button below says.
  if (hidesUnsaid) return t("Check back in a few days.");
  return hasSeenSomebody
    ? t("You've seen everyone who fits for now. Check back in a few days.")
    : t("Nobody here fits what you'd both like yet. Check back in a few days.");
}

/** Says what others see, with the button that changes it. */
function NewHere({ isShown }: { isShown: boolean }) {
  return (
    <section aria-label={t("New here")} className="mt-8 border-t border-line pt-4">
      <p className="mb-3 max-w-prose">
        {isShown
          ? t("For your first {days} days, your card says “New here”. It helps people find you.", {
              days: NEW_DAYS,
            })
          : t("Your card doesn't say that you're new here.")}
      </p>
      <PostButton to={NEW_HERE_PATH} name="shown" value={String(!isShown)}>
        {isShown ? t("Don't Say I'm New") : t("Say I'm New")}
      </PostButton>
    </section>
  );
}
