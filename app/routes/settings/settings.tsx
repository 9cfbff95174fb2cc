import type { LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { useState } from "react";
import { COMMUNITY_NAME, titled } from "~/community";
import { DistancesForm } from "~/components/account/distances-form";
import { listEmailRows } from "~/components/account/email-row";
import { PauseButton } from "~/components/account/pause-button";
import { SessionList } from "~/components/account/session-list";
import { findRows, SettingsCard, type SettingsGroup, settingsLink } from "~/components/account/settings-card";
import { SettingsSearch } from "~/components/account/settings-search";
import { makeSignInGroup } from "~/components/account/sign-in-settings";
import { Attributions } from "~/components/layout/footer";
import { ThemeSwitch } from "~/components/layout/theme-switch";
import { ServiceForm } from "~/components/music/service-form";
import { CollectionButton } from "~/components/record/collection-button";
import { GRACE_DAYS } from "~/durations";
import { env } from "~/env.server";
import { requireSession } from "~/http/page.server";
import { accountIdOf } from "~/models/account/account.server";
import { AGE_PATH } from "~/models/account/age/age";
import { getEmailStatus } from "~/models/account/email.server";
import { ARCHIVE_PATH } from "~/models/account/export/archive";
import { EXPORT_PATH } from "~/models/account/export/export";
import { INVITATIONS_PATH } from "~/models/account/invitation/invitation";
import { takesInvitations } from "~/models/account/invitation/invitation.server";
import { DELETE_PATH } from "~/models/account/leaving/deletion";
import { PRIVACY_PATH } from "~/models/account/privacy";
import { MAX_SETTINGS_QUERY, matchesSearch } from "~/models/account/settings-search";
import { SETTINGS_PATH } from "~/models/account/sign-in/session";
import { listSessions } from "~/models/account/sign-in/session.server";
import { getSignInMethods } from "~/models/account/sign-in/sign-in-methods.server";
import { listenServiceNames } from "~/models/music/listen-services";
import { MUSIC_ACCOUNTS_PATH } from "~/models/music-account/music-account";
import { NOTIFICATION_SETTINGS_PATH } from "~/models/notification/notification-settings";
import { OPERATOR_PATH } from "~/models/operator/overview";
import { MODERATION_PATH } from "~/models/safety/case/case";
import { REPORTS_PATH } from "~/models/safety/report";
import { getRole } from "~/models/safety/staff/staff.server";
import { TRIPS_PATH } from "~/models/trip/trip";
import { ButtonLink } from "~/ui/button";
import { PageHeader } from "~/ui/page-header";

export { unlessUnreachable as shouldRevalidate } from "~/browser/revalidate";

export const meta: MetaFunction = () => [{ title: titled("Settings") }];

export async function loader({ request }: LoaderFunctionArgs) {
  const { member, sessionId } = await requireSession(request);
  const accountId = accountIdOf(member);
  const [browsers, role, signInMethods, emailStatus] = await Promise.all([
    listSessions(member.id, sessionId),
    getRole(member.id),
    accountId ? getSignInMethods(accountId) : undefined,
    accountId && env.mail ? getEmailStatus(accountId) : undefined,
  ]);
  return {
    query: new URL(request.url).searchParams.get("q")?.slice(0, MAX_SETTINGS_QUERY) ?? "",
    email: member.email,
    browsers,
    isOperator: role === "operator",
    isStaff: role !== undefined,
    isPaused: member.pausedAt !== null,
    canInvite: takesInvitations(),
    isCollectionShown: member.showsCollection,
    listenService: member.listenService,
    distanceUnit: member.distanceUnit,
    signInMethods,
    emailStatus,
  };
}

export default function Settings() {
  const settings = useLoaderData<typeof loader>();
  const [query, setQuery] = useState(settings.query);
  const left = [
    makeAccountGroup(settings),
    ...(settings.signInMethods ? [makeSignInGroup(settings.signInMethods)] : []),
  ];
  const right = [
    makePrivacyGroup(settings),
    makeListeningGroup(settings),
    makeAppearanceGroup(settings),
    yourData,
    about,
  ];
  const hasSessions = matchesSearch(query, SESSION_WORDS);
  const found = [...left, ...right].flatMap((group) => findRows(group, query)).length + Number(hasSessions);
  return (
    <>
      <PageHeader
        title="Settings"
        aside={
          settings.isStaff ? (
            <>
              <ButtonLink to={MODERATION_PATH}>Moderation</ButtonLink>
              {settings.isOperator ? <ButtonLink to={OPERATOR_PATH}>Operations</ButtonLink> : null}
            </>
          ) : null
        }
      />
      <SettingsSearch query={settings.query} onSearch={setQuery} />
      <p role="status" className={found ? "sr-only" : "mb-4"}>
        {query.trim() ? (found ? `${found} found` : `No settings match “${query.trim()}”.`) : ""}
      </p>
      <div
        className={
          query.trim() ? "settings" : "settings lg:grid lg:grid-cols-2 lg:items-start lg:gap-[0_16px]"
        }
      >
        <div>
          {left.map((group) => (
            <SettingsCard key={group.title} {...group} query={query} />
          ))}
          {hasSessions ? <SessionList browsers={settings.browsers} /> : null}
        </div>
        <div>
          {right.map((group) => (
            <SettingsCard key={group.title} {...group} query={query} />
          ))}
        </div>
      </div>
    </>
  );
}

/** What finds the list of sessions. */
const SESSION_WORDS = "Where You're Signed In browsers sessions devices sign out logout";

type Settings = ReturnType<typeof useLoaderData<typeof loader>>;

function makeAccountGroup({ email, emailStatus, isPaused, canInvite }: Settings): SettingsGroup {
  const address = (
    <div>
      <b>Email</b>
      <p className="break-words">{email}</p>
    </div>
  );
  return {
    title: "Account",
    rows: [
      ...(emailStatus
        ? listEmailRows(emailStatus)
        : email
          ? [{ key: "email", words: "email", row: address }]
          : []),
      settingsLink({
        to: NOTIFICATION_SETTINGS_PATH,
        label: "Notifications",
        text: "What we tell you about, and how.",
        also: "mail push digest quiet hours",
      }),
      settingsLink({ to: AGE_PATH, label: "Age", text: "That you're 18 or older.", also: "proof adult" }),
      ...(canInvite
        ? [
            settingsLink({
              to: INVITATIONS_PATH,
              label: "Invitations",
              text: "Invite people to join.",
              also: "invite friends code",
            }),
          ]
        : []),
      settingsLink({
        to: TRIPS_PATH,
        label: "Trips",
        text: "Be seen in a second town for some days.",
        also: "visit travel holiday town",
      }),
      { key: "pause", words: "pause resume hide", row: <PauseButton isPaused={isPaused} /> },
    ],
  };
}

function makePrivacyGroup({ isCollectionShown }: Settings): SettingsGroup {
  return {
    title: "Privacy and Safety",
    rows: [
      settingsLink({
        to: PRIVACY_PATH,
        label: "Privacy",
        text: "What people you chat with and other sites can see.",
        also: "seen typing",
      }),
      {
        key: "collection",
        words: "records collection show hide page",
        row: <CollectionButton isShown={isCollectionShown} from="/settings" />,
      },
      settingsLink({
        to: "/settings/blocked",
        label: "Blocked Members",
        text: "Unblock or report someone you've blocked.",
      }),
      settingsLink({
        to: "/settings/ended",
        label: "Ended Conversations",
        text: "Report a conversation after an unmatch or a block.",
      }),
      settingsLink({
        to: REPORTS_PATH,
        label: "Your Reports",
        text: "What you've reported and the outcome.",
      }),
      settingsLink({
        to: "/help",
        label: "Help and Safety",
        text: "What you can do when someone goes too far.",
      }),
    ],
  };
}

function makeListeningGroup({ listenService }: Settings): SettingsGroup {
  return {
    title: "Listening",
    rows: [
      {
        key: "listening",
        words: `open songs listen music service ${Object.values(listenServiceNames).join(" ")}`,
        row: <ServiceForm own={listenService} from={SETTINGS_PATH} />,
      },
      settingsLink({
        to: MUSIC_ACCOUNTS_PATH,
        label: "Music Services",
        text: "Import your artists and play counts from where you listen.",
        also: "connect connections streaming scrobbles import last.fm listenbrainz spotify youtube",
      }),
    ],
  };
}

function makeAppearanceGroup({ distanceUnit }: Settings): SettingsGroup {
  return {
    title: "Appearance",
    rows: [
      {
        key: "theme",
        words: "theme dark light mode colors system",
        row: <ThemeSwitch from={SETTINGS_PATH} />,
      },
      {
        key: "distances",
        words: "distances miles kilometers km unit language",
        row: <DistancesForm chosen={distanceUnit} from={SETTINGS_PATH} />,
      },
    ],
  };
}

const yourData: SettingsGroup = {
  title: "Your Data",
  rows: [
    settingsLink({
      to: EXPORT_PATH,
      label: "Download Your Data",
      text: `Get a copy of everything you've added to ${COMMUNITY_NAME}.`,
      also: "export",
    }),
    settingsLink({
      to: ARCHIVE_PATH,
      label: "Import Your Data",
      text: "Bring your profile, music and photos from another B-Side, or from an account you had here.",
      also: "import move archive",
    }),
    settingsLink({
      to: DELETE_PATH,
      label: "Delete Account",
      text: `Leave ${COMMUNITY_NAME} for good. You have ${GRACE_DAYS} days to change your mind.`,
      also: "close remove",
    }),
  ],
};

const about: SettingsGroup = {
  title: "About",
  rows: [{ key: "attributions", words: "attributions credits GeoNames license", row: <Attributions /> }],
};
