import { data, type LoaderFunctionArgs, type MetaFunction } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { landingTexts } from "~/actions/home/landing-texts.server";
import { listNextSteps } from "~/actions/home/next-steps.server";
import { describeMatches } from "~/actions/home/recent-matches.server";
import { listWeek } from "~/actions/home/this-week.server";
import { listTurns } from "~/actions/home/your-turn.server";
import { showQuestion } from "~/actions/question/question.server";
import { getCurrentSession } from "~/auth/session.server";
import { COMMUNITY_NAME, HAS_OWN_NAME, titled } from "~/community";
import { Dashboard } from "~/components/home/dashboard";
import { Landing } from "~/components/home/landing";
import { MINUTE_MS } from "~/durations";
import { env } from "~/env.server";
import { retryHeaders } from "~/http/error-response.server";
import { requireMember } from "~/http/page.server";
import { msg, t, toText } from "~/language/text";
import { addressForFriends, getRegistration } from "~/models/account/sign-in/registration.server";
import { offerAlert } from "~/models/alert/alert.server";
import { readScene } from "~/models/artist/scene.server";
import { countConversations } from "~/models/conversation/list/conversation-count.server";
import { ignoreBusy, suggestMembers } from "~/models/match/discover.server";
import { countMutualMatches, listMatches } from "~/models/match/match.server";
import { cardFace, describeDistance } from "~/models/match/member-card";
import { toCandidates } from "~/models/match/member-card.server";
import { distanceUnitOf } from "~/models/member/distance";
import { readDistanceUnit } from "~/models/member/distance.server";
import { localeOf } from "~/models/member/viewer-dates";
import { askForFans } from "~/models/music/fans.server";
import { getPreferences } from "~/models/music/preferences.server";
import { shortName } from "~/models/public-member";
import { relativeTime } from "~/models/relative-time";
import { refusalIn, statusOf } from "~/refusal";
import { getRequestContext } from "~/request-context.server";

export { unlessUnreachable as shouldRevalidate } from "~/browser/revalidate";

const RECENT_MATCHES = 3;
const TOP_ARTISTS = 3;
/** Fills a row on a desktop. */
const PEOPLE_FOR_NEWCOMERS = 5;
/** The session that a sign-up starts begins this soon after it. */
const SIGN_UP_MS = MINUTE_MS;
/** How long the screen waits for Discover, which may first have to read its index. */
const SUGGESTION_WAIT_MS = 1_000;
/** How far away the landing page's sample lives. */
const SAMPLE_MILES = 15;

const TITLE = msg("{community} · Meet through the music you love", { community: COMMUNITY_NAME });
const DESCRIPTION = msg(
  "{community} brings people together through the music they love: matched on taste, with shared playlists, vinyl collections, music trivia and something to talk about.",
  { community: COMMUNITY_NAME },
);
const SHARE_ALT = HAS_OWN_NAME
  ? COMMUNITY_NAME
  : msg("Sharing the hits is easy. The one for you knows the B-sides.");

export const meta: MetaFunction<typeof loader> = ({ data }) =>
  data?.home
    ? [{ title: titled(t("Home")) }]
    : [
        { title: t(TITLE) },
        { name: "description", content: data?.landing?.texts.line ?? t(DESCRIPTION) },
        { property: "og:type", content: "website" },
        { property: "og:site_name", content: COMMUNITY_NAME },
        { property: "og:title", content: t(TITLE) },
        { property: "og:description", content: data?.landing?.texts.line ?? t(DESCRIPTION) },
        ...(data ? describeShare(data.landing.origin) : []),
      ];

/** The card that a link to the landing page shows elsewhere; crawlers need full URLs. */
function describeShare(origin: string) {
  return [
    { property: "og:url", content: `${origin}/` },
    { property: "og:image", content: `${origin}/share.png` },
    { property: "og:image:width", content: "1200" },
    { property: "og:image:height", content: "630" },
    { property: "og:image:alt", content: toText(SHARE_ALT) },
    { name: "twitter:card", content: "summary_large_image" },
  ];
}

export async function loader({ request }: LoaderFunctionArgs) {
  const session = await getCurrentSession(request);
  if (!session) return answerVisitor(request);
  const member = await requireMember(request);
  const sinceSignUp = session.createdAt.getTime() - member.createdAt.getTime();
  const [mutualMatches, conversations, preferences, { matches }] = await Promise.all([
    countMutualMatches(member.id),
    countConversations(member.id),
    getPreferences(member.id),
    listMatches(member, { mutual: true, limit: RECENT_MATCHES }),
  ]);
  const isAlone = mutualMatches + conversations === 0;
  const [turns, week, recentMatches, suggested, question, liked] = await Promise.all([
    listTurns(member.id, matches),
    listWeek(member.id),
    describeMatches(member.id, matches),
    suggestAtOnce(member.id, preferences !== null, isAlone ? PEOPLE_FOR_NEWCOMERS : 1),
    showQuestion(member),
    listMatches(member, { mutual: false, limit: RECENT_MATCHES }),
  ]);
  const { members, hidesUnsaid, isReady } = suggested;
  const [now, locale] = [new Date(), localeOf(request.headers.get("Accept-Language"))];
  const hasPeople = members.length > 0 || !isReady;
  const fewFit = isAlone && isReady && members.length < PEOPLE_FOR_NEWCOMERS && !hidesUnsaid;
  const home = {
    question,
    turns,
    week,
    recentMatches,
    liked: liked.matches.map(({ targetUser, createdAt }) => ({
      id: targetUser.id,
      name: shortName(targetUser),
      face: cardFace(targetUser),
      since: relativeTime(new Date(createdAt), now, locale, true),
      createdAt,
    })),
    hasPeople,
    alert: hasPeople ? null : await offerAlert(member.id, {}),
    steps: await listNextSteps(member, { hasPeople, hasConversations: conversations > 0 }),
    invitation: fewFit ? addressForFriends() : null,
    people: await toCandidates(member.id, members, TOP_ARTISTS, readDistanceUnit(request, member)),
    hidesUnsaid,
    firstName: member.firstName,
    isFirstVisit: sinceSignUp < SIGN_UP_MS,
    mutualMatches,
    conversations,
    scrobbles: preferences?.totalScrobbles ?? 0,
    missing: { music: preferences === null, age: member.age === null },
  };
  return { home, question: null, landing: null };
}

/** Suggests nobody while Discover isn't ready, so that the rest of the screen doesn't wait for it. */
async function suggestAtOnce(...about: [viewerId: number, hasPreferences: boolean, limit: number]) {
  const found = await suggestMembers(...about, SUGGESTION_WAIT_MS).catch(ignoreBusy);
  return found ? { ...found, isReady: true } : { members: [], hidesUnsaid: false, isReady: false };
}

/** Answers how many people love the artist that a visitor has typed. */
async function answerVisitor(request: Request) {
  const text = new URL(request.url).searchParams.get("artist");
  const unit = distanceUnitOf(null, request.headers.get("Accept-Language"));
  const distance = describeDistance({ distance: SAMPLE_MILES, location: null }, unit);
  const scene =
    env.isPublic || HAS_OWN_NAME || env.community.homeArtists.length ? await readScene() : undefined;
  const landing = {
    origin: env.origin,
    distance,
    texts: landingTexts({ ...env, registration: getRegistration(), scene }),
  };

  if (text === null) return { home: null, question: null, landing };
  try {
    const fans = await askForFans(getRequestContext()?.clientAddress ?? "", text);
    const error = fans ? undefined : t("Type an artist's name.");
    return { home: null, question: { text, fans, error }, landing };
  } catch (error) {
    const refusal = refusalIn(error);
    if (refusal?.code !== "too-many") throw error;
    const question = { text, fans: undefined, error: refusal.message };
    return data(
      { home: null, question, landing },
      { status: statusOf(refusal), headers: retryHeaders(refusal) },
    );
  }
}

export default function Index() {
  const { home, question, landing } = useLoaderData<typeof loader>();
  if (home) return <Dashboard {...home} />;
  return <Landing question={question} distance={landing.distance} texts={landing.texts} />;
}
