import { data, type LoaderFunctionArgs, type MetaFunction } from "@remix-run/node";
import { Link, useLoaderData, useLocation } from "@remix-run/react";
import { useSlowNavigation } from "~/browser/navigation";
import { useFocusAfterwards } from "~/browser/use-focus";
import { titled } from "~/community";
import { AlertButton } from "~/components/alert/alert-parts";
import { CandidateList } from "~/components/discover/candidate-list";
import { DiscoverScreen } from "~/components/discover/discover-screen";
import { IncludeUnsaid, Invite } from "~/components/discover/invite";
import { ProfilePrompt } from "~/components/member/profile-prompt";
import { env } from "~/env.server";
import { requireMember } from "~/http/page.server";
import { t } from "~/language/text";
import { Trans } from "~/language/trans";
import { addressForFriends } from "~/models/account/sign-in/registration.server";
import { offerAlert } from "~/models/alert/alert.server";
import { askAboutWaiting } from "~/models/conversation/list/waiting.server";
import { formatCount } from "~/models/count";
import {
  describeFilters,
  describeSmall,
  describeWidening,
  discoverPath,
  distanceError,
  WIDEST_SEARCH,
} from "~/models/match/discover";
import { ALL_BELOW, discover, discoverFirst } from "~/models/match/discover.server";
import { discoverOrder, hasFilters, readFilters, toFields } from "~/models/match/discover-schema";
import { isOnlyMember, toCandidates } from "~/models/match/member-card.server";
import { readDistanceUnit } from "~/models/member/distance.server";
import { profilePath } from "~/models/member/profile";
import { getPreferences } from "~/models/music/preferences.server";
import { describeTrip, TRIPS_PATH } from "~/models/trip/trip";
import { getCurrentTrip } from "~/models/trip/trip.server";
import { ButtonLink } from "~/ui/button";
import { Card, EmptyState } from "~/ui/card";
import { PostButton } from "~/ui/form";
import { PageHeader, Pages } from "~/ui/page-header";
import { CandidatePlaceholders } from "~/ui/placeholders";

export { unlessUnreachable as shouldRevalidate } from "~/browser/revalidate";

const TOP_ARTISTS = 3;

export const meta: MetaFunction = () => [{ title: titled(t("Discover")) }];

export async function loader({ request }: LoaderFunctionArgs) {
  const member = await requireMember(request);
  const params = new URL(request.url).searchParams;
  const preferences = await getPreferences(member.id);
  const missing = { music: preferences === null, age: member.age === null };
  const unit = readDistanceUnit(request, member);
  const { filters: requested, fields, errors } = readFilters(params);
  const order = discoverOrder.safeParse(params.get("order")).data ?? "match";
  const waiting = await askAboutWaiting(member);
  const hasTown = member.cell !== null;
  const trip = await getCurrentTrip(member.id);
  const hasPhotoChecks = env.photoCheck;
  if (errors) {
    const worded = errors.maxDistance ? { ...errors, maxDistance: t(distanceError(unit)) } : errors;
    return data(
      { missing, hasTown, trip, unit, hasPhotoChecks, waiting, order, fields, errors: worded, found: null },
      { status: 400 },
    );
  }

  const cursor = params.get("cursor") || undefined;
  const opens = !cursor && !hasFilters(params);
  const newFirst = order === "new";
  const { page, filters, isWider } = opens
    ? await discoverFirst(member.id, !missing.music, { newFirst, allBelow: ALL_BELOW })
    : {
        page: await discover(member.id, requested, cursor, { newFirst, allBelow: ALL_BELOW }),
        filters: requested,
        isWider: false,
      };
  const { members, next, people } = page;
  const wider = people === null ? page.wider : [];
  const isEmpty = members.length === 0;
  const alone = isEmpty && (await isOnlyMember(member.id));
  // Some people may need more than one limit dropped. Discover as it opens has looked for them before it is empty.
  const mayHideSome = !cursor && !next && !wider.length && discoverPath(filters) !== WIDEST_SEARCH;
  const looksFurther = mayHideSome && !alone && !(isEmpty && opens);
  const all = looksFurther ? await discover(member.id, {}) : undefined;
  const hidesSome = all !== undefined && all.members.length > members.length;
  return data({
    missing,
    hasTown,
    trip,
    unit,
    hasPhotoChecks,
    waiting,
    order,
    fields: opens ? toFields(filters) : fields,
    errors,
    found: {
      summary: describeFilters(filters, unit),
      small: people === null ? null : describeSmall(people, people - members.length),
      alert: next === null ? await offerAlert(member.id, { filters }) : null,
      isWider,
      candidates: await toCandidates(member.id, members, TOP_ARTISTS, unit),
      hidesUnsaid: page.hidesUnsaid || (all !== undefined && !hidesSome && all.hidesUnsaid),
      firstPage: cursor ? discoverPath(filters, undefined, order) : undefined,
      nextPage: next === null ? undefined : discoverPath(filters, next, order),
      wider: [
        ...wider.map((widening) => ({
          to: discoverPath(widening.filters, undefined, order),
          text: describeWidening(widening, unit),
        })),
        ...(hidesSome ? [{ to: WIDEST_SEARCH, text: t("Show everyone") }] : []),
      ],
      invitation: alone ? addressForFriends() : null,
    },
  });
}

export default function Discover() {
  const { missing, hasTown, trip, unit, hasPhotoChecks, waiting, order, fields, errors, found } =
    useLoaderData<typeof loader>();
  const { search, key } = useLocation();
  const isSearching = useSlowNavigation()?.location?.pathname === "/discover";
  return (
    <DiscoverScreen
      header={<PageHeader title={t("Discover")} eyebrow={t("Side A · 2")} />}
      fields={fields}
      errors={errors}
      summary={found?.summary ?? t("Some filters aren't valid.")}
      small={found?.small}
      unit={unit}
      hasPhotoChecks={hasPhotoChecks}
      order={order}
      visit={key}
    >
      <ProfilePrompt {...missing} />
      <WaitingQuestion waiting={waiting} />
      {hasTown ? null : (
        <p className="mb-3 text-sm">
          <Link to={profilePath("profile")} className="link">
            {t("Add your town to see distances")}
          </Link>
        </p>
      )}
      {trip ? (
        <p className="mb-3 text-sm">
          <Trans
            text="You're also in {trip}. <link>Your trips</link>"
            values={{ trip: describeTrip(trip) }}
            tags={{ link: <Link to={TRIPS_PATH} className="link" /> }}
          />
        </p>
      ) : null}
      <p role="status" className="sr-only">
        {found && !isSearching ? describeCount(found.candidates.length) : ""}
      </p>
      {isSearching ? <CandidatePlaceholders /> : null}
      {found && !isSearching ? <Found found={found} search={search} /> : null}
      {found || isSearching ? null : (
        <EmptyState
          title={t("Check your filters")}
          text={t("One of your filters is out of range.")}
          action={{ to: "/discover", label: t("Reset filters") }}
        />
      )}
    </DiscoverScreen>
  );
}

function describeCount(count: number) {
  return t("{count, plural, one {# member on this page} other {# members on this page}}", { count });
}

type FoundMembers = NonNullable<ReturnType<typeof useLoaderData<typeof loader>>["found"]>;

function Found({ found, search }: { found: FoundMembers; search: string }) {
  const { summary, alert, isWider, candidates, hidesUnsaid, wider, invitation } = found;
  const { firstPage, nextPage } = found;
  const leadsOn = wider.length > 0 || hidesUnsaid || invitation !== null;
  return (
    <>
      {isWider ? (
        <p className="mb-4">
          <Trans
            text="No one new fits the usual filters, so this is a wider search: {summary}"
            values={{ summary: <strong>{summary}</strong> }}
          />
        </p>
      ) : null}
      <CandidateList candidates={candidates} search={search} />
      {candidates.length === 0 ? (
        <EmptyState
          title={t("No users to discover")}
          text={t("Check back later for new potential matches!")}
          action={leadsOn ? undefined : { to: "/", label: t("Go to Home") }}
        >
          {invitation ? <Invite address={invitation} /> : <WiderSearches searches={wider} />}
        </EmptyState>
      ) : null}
      {candidates.length > 0 ? <WiderSearches searches={wider} /> : null}
      {hidesUnsaid ? <IncludeUnsaid search={search} /> : null}
      <Pages first={firstPage} next={nextPage} />
      {alert ? <AlertButton offer={alert} from={`/discover${search}`} /> : null}
    </>
  );
}

/** Links to the conversations; renders nothing when nobody is waiting. */
function WaitingQuestion({ waiting }: { waiting: number }) {
  return waiting ? <Question waiting={waiting} /> : null;
}

function Question({ waiting }: { waiting: number }) {
  useFocusAfterwards();
  return (
    <Card className="mb-6">
      <h2>{t("{count} people are waiting to hear from you", { count: formatCount(waiting) })}</h2>
      <p className="mt-1 max-w-prose text-soft">
        {t("Got a minute? Answer one of them, or say a kind goodbye. Nobody likes silence.")}
      </p>
      <div className="cluster mt-3">
        <ButtonLink to="/messages">{t("See who's waiting")}</ButtonLink>
        <PostButton to="/discover/waiting">{t("Not Now")}</PostButton>
      </div>
    </Card>
  );
}

/** Links such as "10+ more within 100 miles"; renders nothing without any. */
function WiderSearches({ searches }: { searches: { to: string; text: string }[] }) {
  if (searches.length === 0) return null;
  return (
    <section aria-label={t("Widen your search")} className="mt-6">
      <p className="eyebrow">{t("Widen your search")}</p>
      <ul className="cluster mt-1">
        {searches.map(({ to, text }) => (
          <li key={to}>
            <Link to={to} className="button button-quiet">
              {text}
            </Link>
          </li>
        ))}
      </ul>
    </section>
  );
}
