import type { LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { Link, useLoaderData, useRouteLoaderData } from "@remix-run/react";
import type { ReactNode } from "react";
import { getCurrentSession } from "~/auth/session.server";
import { COMMUNITY_NAME, titled } from "~/community";
import { Promises } from "~/components/home/promises";
import { APPEAL_DAYS } from "~/durations";
import { env } from "~/env.server";
import { formatNumber } from "~/language/intl";
import { DATA_PATH } from "~/models/document/document";
import { LEAST_PLAYS, LEAST_PLAYS_EACH, LEAST_YEARS } from "~/models/music-account/account-history";
import { MUSIC_ACCOUNTS_PATH } from "~/models/music-account/music-account";
import { markSeen } from "~/models/notification/notification-reading.server";
import { REPORTS_PATH } from "~/models/safety/report";
import type { loader as rootLoader } from "~/root";
import { Card } from "~/ui/card";
import { PageHeader } from "~/ui/page-header";

export { unlessUnreachable as shouldRevalidate } from "~/browser/revalidate";

export const meta: MetaFunction = () => [{ title: titled("Help and Safety") }];

export async function loader({ request }: LoaderFunctionArgs) {
  const session = await getCurrentSession(request);
  if (session) await markSeen(session.member.id, ["fraud"]);
  return { tellsAboutFraud: env.tellsAboutFraud };
}

export default function Help() {
  const { tellsAboutFraud } = useLoaderData<typeof loader>();
  const isMember = Boolean(useRouteLoaderData<typeof rootLoader>("root")?.viewer);
  const screen = (
    <>
      <PageHeader title="Help and Safety" text="What you can do and what we'll do." />
      <div className="grid grid-cols-1 items-start gap-4 lg:grid-cols-2">
        <div className="stack">
          <Card title="In Danger?">
            <p>
              Call your country's emergency number first. It can send help right away; we can't. Then report
              the member here so we can act too.
            </p>
          </Card>
          <TooFarCard isMember={isMember} />
          <FraudCard tellsContacts={tellsAboutFraud} />
          <Card title="Not a Member?">
            <p>
              Anyone can <TextLink to="/notice">give notice</TextLink> of something illegal on{" "}
              {COMMUNITY_NAME}: an intimate picture of you, a child in danger, a stolen photo. You don't need
              an account.
            </p>
          </Card>
        </div>
        <div className="stack">
          <Card title="Before You Meet">
            <ul className="tips">
              <li>Meet in a public place, and get there and back on your own.</li>
              <li>
                Tell a friend who you're meeting, where, and when you'll be back. Once you've agreed on a plan
                in your conversation, you can make a link for them there: it shows the place, the day, the
                time, your first names and your note, and whether you're home.
              </li>
              <li>Keep your address, workplace and documents to yourself.</li>
              <li>Never send money, gift cards or codes, whatever the story.</li>
              <li>
                Keep talking on {COMMUNITY_NAME} until you trust each other. We can only look into what's said
                here.
              </li>
              <li>You can leave at any time, without giving a reason.</li>
            </ul>
          </Card>
          <RulesCard />
          <Card title="Not Like Elsewhere">
            <Promises />
            <p className="mt-3">
              <TextLink to={DATA_PATH}>What's kept about members</TextLink> is listed, with why and for how
              long.
            </p>
          </Card>
          <VerifiedListenersCard isMember={isMember} />
        </div>
      </div>
    </>
  );
  return isMember ? (
    screen
  ) : (
    <main id="main" tabIndex={-1} className="page">
      {screen}
    </main>
  );
}

function TooFarCard({ isMember }: { isMember: boolean }) {
  return (
    <Card title="If Someone Goes Too Far">
      <p>
        You'll find the three-dot menu on every card, on every member's page and at the top of every chat.
      </p>
      <dl>
        <Choice name="Unmatch">Ends your match and conversation for both of you.</Choice>
        <Choice name="Block">You stop seeing each other everywhere. They aren't told.</Choice>
        <Choice name="Report">
          A moderator looks into it. You can report a member, a photo, a message or a playlist, even after
          you've unmatched or blocked someone. We never reveal who reported.
        </Choice>
      </dl>
      {isMember ? (
        <p className="mt-3">
          In your settings: <TextLink to={REPORTS_PATH}>your reports</TextLink>,{" "}
          <TextLink to="/settings/blocked">blocked members</TextLink> and{" "}
          <TextLink to="/settings/ended">ended conversations</TextLink>.
        </p>
      ) : null}
    </Card>
  );
}

function FraudCard({ tellsContacts }: { tellsContacts: boolean }) {
  return (
    <Card id="fraud" title="If It Was a Scam">
      <ul className="tips">
        <li>Stop writing to them, and don't pay to get money back: whoever offers that is part of it.</li>
        <li>If you sent money, call your bank now. Some payments can still be stopped.</li>
        <li>Change passwords and codes you shared, and keep the messages as evidence for the police.</li>
        <li>It isn't your fault. Report them here so we can protect others.</li>
      </ul>
      <p className="mt-3">
        {tellsContacts
          ? "If we ban someone for fraud, we tell the members who talked with them, by name. It's the only time we say why someone is gone."
          : "If we ban someone for fraud, we don't tell the members who talked with them: a conversation that ended never says why."}
      </p>
    </Card>
  );
}

function RulesCard() {
  return (
    <Card title="Our Rules">
      <ul className="tips">
        <li>No harassment, threats or hate.</li>
        <li>No unsolicited sexual content.</li>
        <li>No scams, no spam, no pretending to be someone else.</li>
        <li>Everyone here is 18 or older.</li>
      </ul>
      <p className="mt-3">
        People make every decision, not machines. A moderator may ask you about it first. If a decision
        affects you, we'll tell you what it is and why, and you'll have {APPEAL_DAYS} days to appeal.
      </p>
      <p className="mt-3">
        The <TextLink to="/transparency">transparency page</TextLink> shows how many reports we receive and
        what we decide.
      </p>
    </Card>
  );
}

function VerifiedListenersCard({ isMember }: { isMember: boolean }) {
  const services = isMember ? (
    <TextLink to={MUSIC_ACCOUNTS_PATH}>Last.fm or ListenBrainz account</TextLink>
  ) : (
    "Last.fm or ListenBrainz account"
  );
  return (
    <Card title="Verified Listeners" id="verified-listeners">
      <p>
        A verified listener has proven that a {services} is theirs, and its history is hard to fake: it began
        at least {LEAST_YEARS} years ago, has {formatNumber(LEAST_PLAYS)} plays or more, and at least{" "}
        {LEAST_PLAYS_EACH} in each of four half-years, up to half a year ago. Plays that were added afterwards
        don't count toward the half-years.
      </p>
      <p className="mt-3">
        The badge shows the year it began and the number of plays, and nothing else. We look again every
        month. It goes when the account is disconnected, and an account can verify only one member at a time.
        It says that somebody has listened for years, not who they are, and nobody is ranked lower without it.
      </p>
    </Card>
  );
}

function Choice({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div className="pt-2">
      <dt className="eyebrow">{name}</dt>
      <dd>{children}</dd>
    </div>
  );
}

function TextLink({ to, children }: { to: string; children: string }) {
  return (
    <Link to={to} className="link">
      {children}
    </Link>
  );
}
