import type { LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { Link, useLoaderData, useRouteLoaderData } from "@remix-run/react";
import type { ReactNode } from "react";
import { getCurrentSession } from "~/auth/session.server";
import { COMMUNITY_NAME, titled } from "~/community";
import { Promises } from "~/components/home/promises";
import { APPEAL_DAYS } from "~/durations";
import { env } from "~/env.server";
import { t } from "~/language/text";
import { Trans } from "~/language/trans";
import { DATA_PATH } from "~/models/document/document";
import { LEAST_PLAYS, LEAST_PLAYS_EACH, LEAST_YEARS } from "~/models/music-account/account-history";
import { MUSIC_ACCOUNTS_PATH } from "~/models/music-account/music-account";
import { markSeen } from "~/models/notification/notification-reading.server";
import { REPORTS_PATH } from "~/models/safety/report";
import type { loader as rootLoader } from "~/root";
import { Card } from "~/ui/card";
import { PageHeader } from "~/ui/page-header";

export { unlessUnreachable as shouldRevalidate } from "~/browser/revalidate";

export const meta: MetaFunction = () => [{ title: titled(t("Help and Safety")) }];

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
      <PageHeader title={t("Help and Safety")} text={t("What you can do and what we'll do.")} />
      <div className="grid grid-cols-1 items-start gap-4 lg:grid-cols-2">
        <div className="stack">
          <Card title={t("In Danger?")}>
            <p>
              {t(
                "Call your country's emergency number first. It can send help right away; we can't. Then report the member here so we can act too.",
              )}
            </p>
          </Card>
          <TooFarCard isMember={isMember} />
          <FraudCard tellsContacts={tellsAboutFraud} />
          <Card title={t("Not a Member?")}>
            <p>
              <Trans
                text="Anyone can <notice>give notice</notice> of something illegal on {community}: an intimate picture of you, a child in danger, a stolen photo. You don't need an account."
                values={{ community: COMMUNITY_NAME }}
                tags={{ notice: <TextLink to="/notice" /> }}
              />
            </p>
          </Card>
        </div>
        <div className="stack">
          <Card title={t("Before You Meet")}>
            <ul className="tips">
              <li>{t("Meet in a public place, and get there and back on your own.")}</li>
              <li>
                {t(
                  "Tell a friend who you're meeting, where, and when you'll be back. Once you've agreed on a plan in your conversation, you can make a link for them there: it shows the place, the day, the time, your first names and your note, and whether you're home.",
                )}
              </li>
              <li>{t("Keep your address, workplace and documents to yourself.")}</li>
              <li>{t("Never send money, gift cards or codes, whatever the story.")}</li>
              <li>
                {t(
                  "Keep talking on {community} until you trust each other. We can only look into what's said here.",
                  { community: COMMUNITY_NAME },
                )}
              </li>
              <li>{t("You can leave at any time, without giving a reason.")}</li>
            </ul>
          </Card>
          <RulesCard />
          <Card title={t("Not Like Elsewhere")}>
            <Promises />
            <p className="mt-3">
              <Trans
                text="<data>What's kept about members</data> is listed, with why and for how long."
                tags={{ data: <TextLink to={DATA_PATH} /> }}
              />
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
    <Card title={t("If Someone Goes Too Far")}>
      <p>
        {t(
          "You'll find the three-dot menu on every card, on every member's page and at the top of every chat.",
        )}
      </p>
      <dl>
        <Choice name={t("Unmatch", { as: "button" })}>
          {t("Ends your match and conversation for both of you.")}
        </Choice>
        <Choice name={t("Block", { as: "button" })}>
          {t("You stop seeing each other everywhere. They aren't told.")}
        </Choice>
        <Choice name={t("Report", { as: "button" })}>
          {t(
            "A moderator looks into it. You can report a member, a photo, a message or a playlist, even after you've unmatched or blocked someone. We never reveal who reported.",
          )}
        </Choice>
      </dl>
      {isMember ? (
        <p className="mt-3">
          <Trans
            text="In your settings: <reports>your reports</reports>, <blocked>blocked members</blocked> and <ended>ended conversations</ended>."
            tags={{
              reports: <TextLink to={REPORTS_PATH} />,
              blocked: <TextLink to="/settings/blocked" />,
              ended: <TextLink to="/settings/ended" />,
            }}
          />
        </p>
      ) : null}
    </Card>
  );
}

function FraudCard({ tellsContacts }: { tellsContacts: boolean }) {
  return (
    <Card id="fraud" title={t("If It Was a Scam")}>
      <ul className="tips">
        <li>
          {t("Stop writing to them, and don't pay to get money back: whoever offers that is part of it.")}
        </li>
        <li>{t("If you sent money, call your bank now. Some payments can still be stopped.")}</li>
        <li>
          {t("Change passwords and codes you shared, and keep the messages as evidence for the police.")}
        </li>
        <li>{t("It isn't your fault. Report them here so we can protect others.")}</li>
      </ul>
      <p className="mt-3">
        {tellsContacts
          ? t(
              "If we ban someone for fraud, we tell the members who talked with them, by name. It's the only time we say why someone is gone.",
            )
          : t(
              "If we ban someone for fraud, we don't tell the members who talked with them: a conversation that ended never says why.",
            )}
      </p>
    </Card>
  );
}

function RulesCard() {
  return (
    <Card title={t("Our Rules")}>
      <ul className="tips">
        <li>{t("No harassment, threats or hate.")}</li>
        <li>{t("No unsolicited sexual content.")}</li>
        <li>{t("No scams, no spam, no pretending to be someone else.")}</li>
        <li>{t("Everyone here is 18 or older.")}</li>
      </ul>
      <p className="mt-3">
        {t(
          "People make every decision, not machines. A moderator may ask you about it first. If a decision affects you, we'll tell you what it is and why, and you'll have {days} days to appeal.",
          { days: APPEAL_DAYS },
        )}
      </p>
      <p className="mt-3">
        <Trans
          text="The <page>transparency page</page> shows how many reports we receive and what we decide."
          tags={{ page: <TextLink to="/transparency" /> }}
        />
      </p>
    </Card>
  );
}

function VerifiedListenersCard({ isMember }: { isMember: boolean }) {
  return (
    <Card title={t("Verified Listeners")} id="verified-listeners">
      <p>
        <Trans
          text="A verified listener has proven that a <account>Last.fm or ListenBrainz account</account> is theirs, and its history is hard to fake: it began at least {years} years ago, has {plays, number} plays or more, and at least {each, number} in each of four half-years, up to half a year ago. Plays that were added afterwards don't count toward the half-years."
          values={{ years: LEAST_YEARS, plays: LEAST_PLAYS, each: LEAST_PLAYS_EACH }}
          tags={{ account: isMember ? <TextLink to={MUSIC_ACCOUNTS_PATH} /> : <span /> }}
        />
      </p>
      <p className="mt-3">
        {t(
          "The badge shows the year it began and the number of plays, and nothing else. We look again every month. It goes when the account is disconnected, and an account can verify only one member at a time. It says that somebody has listened for years, not who they are, and nobody is ranked lower without it.",
        )}
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

function TextLink({ to, children }: { to: string; children?: ReactNode }) {
  return (
    <Link to={to} className="link">
      {children}
    </Link>
  );
}
