import type { LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { useState } from "react";
import { COMMUNITY_NAME, titled } from "~/community";
import {
  listEmailRows,
  makeSignInGroup,
  PauseButton,
  SessionList,
} from "~/components/account/account-settings";
import {
  findRows,
  SettingsCard,
  type SettingsGroup,
  SettingsSearch,
  settingsLink,
} from "~/components/account/settings-card";
import { Attributions } from "~/components/layout/footer";
import { LanguageForm } from "~/components/layout/language-form";
import { ThemeSwitch } from "~/components/layout/theme-switch";
import { ServiceForm } from "~/components/music/service-form";
import { CollectionButton } from "~/components/record/collection-button";
import { GRACE_DAYS } from "~/durations";
import { env } from "~/env.server";
import { ChoiceForm } from "~/forms/choice-form";
import { requireSession } from "~/http/page.server";
import { languageNames } from "~/language/language";
import { offeredLanguages } from "~/language/language.server";
import { msg, t } from "~/language/text";
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
import { DISTANCES_PATH, distanceUnitNames } from "~/models/member/distance";
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

export const meta: MetaFunction = () => [{ title: titled(t("Settings")) }];

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
    languages: offeredLanguages,
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
    makeDataGroup(),
    makeAboutGroup(),
  ];
  const hasSessions = matchesSearch(query, t(SESSION_WORDS));
  const found = [...left, ...right].flatMap((group) => findRows(group, query)).length + Number(hasSessions);
  return (
    <>
      <PageHeader
        title={t("Settings")}
        aside={
          settings.isStaff ? (
            <>
              <ButtonLink to={MODERATION_PATH}>{t("Moderation")}</ButtonLink>
              {settings.isOperator ? <ButtonLink to={OPERATOR_PATH}>{t("Operations")}</ButtonLink> : null}
            </>
          ) : null
        }
      />
      <SettingsSearch query={settings.query} onSearch={setQuery} />
      <p role="status" className={found ? "sr-only" : "mb-4"}>
        {query.trim()
          ? found
            ? t("{count, number} found", { count: found })
            : t("No settings match “{query}”.", { query: query.trim() })
          : ""}
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

/** The words by which the search finds the list of sessions. */
const SESSION_WORDS = msg("Where You're Signed In browsers sessions devices sign out logout");

type Settings = ReturnType<typeof useLoaderData<typeof loader>>;

function makeAccountGroup({ email, emailStatus, isPaused, canInvite }: Settings): SettingsGroup {
  const address = (
    <div>
      <b>{t("Email")}</b>
      <p className="break-words">{email}</p>
    </div>
  );
  return {
    title: t("Account"),
    rows: [
      ...(emailStatus
        ? listEmailRows(emailStatus)
        : email
          ? [{ key: "email", words: "email", row: address }]
          : []),
      settingsLink({
        to: NOTIFICATION_SETTINGS_PATH,
        label: t("Notifications"),
        text: t("What we tell you about, and how."),
        also: t("mail push digest quiet hours"),
      }),
      settingsLink({
        to: AGE_PATH,
        label: t("Age"),
        text: t("That you're 18 or older."),
        also: t("proof adult"),
      }),
      ...(canInvite
        ? [
            settingsLink({
              to: INVITATIONS_PATH,
              label: t("Invitations"),
              text: t("Invite people to join."),
              also: t("invite friends code"),
            }),
          ]
        : []),
      settingsLink({
        to: TRIPS_PATH,
        label: t("Trips"),
        text: t("Be seen in a second town for some days."),
        also: t("visit travel holiday town"),
      }),
      { key: "pause", words: t("pause resume hide"), row: <PauseButton isPaused={isPaused} /> },
    ],
  };
}

function makePrivacyGroup({ isCollectionShown }: Settings): SettingsGroup {
  return {
    title: t("Privacy and Safety"),
    rows: [
      settingsLink({
        to: PRIVACY_PATH,
        label: t("Privacy"),
        text: t("What people you chat with and other sites can see."),
        also: t("seen typing"),
      }),
      {
        key: "collection",
        words: t("records collection show hide page"),
        row: <CollectionButton isShown={isCollectionShown} from="/settings" />,
      },
      settingsLink({
        to: "/settings/blocked",
        label: t("Blocked Members"),
        text: t("Unblock or report someone you've blocked."),
      }),
      settingsLink({
        to: "/settings/ended",
        label: t("Ended Conversations"),
        text: t("Report a conversation after an unmatch or a block."),
      }),
      settingsLink({
        to: REPORTS_PATH,
        label: t("Your Reports"),
        text: t("What you've reported and the outcome."),
      }),
      settingsLink({
        to: "/help",
        label: t("Help and Safety"),
        text: t("What you can do when someone goes too far."),
      }),
    ],
  };
}

function makeListeningGroup({ listenService }: Settings): SettingsGroup {
  return {
    title: t("Listening"),
    rows: [
      {
        key: "listening",
        words: `${t("open songs listen music service")} ${Object.values(listenServiceNames).join(" ")}`,
        row: <ServiceForm own={listenService} from={SETTINGS_PATH} />,
      },
      settingsLink({
        to: MUSIC_ACCOUNTS_PATH,
        label: t("Music Services"),
        text: t("Import your artists and play counts from where you listen."),
        also: t("connect connections streaming scrobbles import last.fm listenbrainz spotify youtube"),
      }),
    ],
  };
}

function makeAppearanceGroup({ distanceUnit, languages }: Settings): SettingsGroup {
  return {
    title: t("Appearance"),
    rows: [
      {
        key: "theme",
        words: t("theme dark light mode colors system"),
        row: <ThemeSwitch from={SETTINGS_PATH} />,
      },
      {
        key: "language",
        words: `${t("Language")} ${languages.map((language) => languageNames[language]).join(" ")}`,
        row: (
          <div>
            <b>{t("Language")}</b>
            <LanguageForm languages={languages} from={SETTINGS_PATH} />
          </div>
        ),
      },
      {
        key: "distances",
        words: t("distances miles kilometers km unit language"),
        row: (
          <ChoiceForm
            action={DISTANCES_PATH}
            from={SETTINGS_PATH}
            name="unit"
            label={t("Distances")}
            chosen={distanceUnit ?? ""}
            options={{ "": t("As in my language"), ...distanceUnitNames }}
          />
        ),
      },
    ],
  };
}

function makeDataGroup(): SettingsGroup {
  return {
    title: t("Your Data"),
    rows: [
      settingsLink({
        to: EXPORT_PATH,
        label: t("Download Your Data"),
        text: t("Get a copy of everything you've added to {community}.", { community: COMMUNITY_NAME }),
        also: t("export"),
      }),
      settingsLink({
        to: ARCHIVE_PATH,
        label: t("Import Your Data"),
        text: t("Bring your profile, music and photos from another B-Side, or from an account you had here."),
        also: t("import move archive"),
      }),
      settingsLink({
        to: DELETE_PATH,
        label: t("Delete Account"),
        text: t("Leave {community} for good. You have {days} days to change your mind.", {
          community: COMMUNITY_NAME,
          days: GRACE_DAYS,
        }),
        also: t("close remove"),
      }),
    ],
  };
}

function makeAboutGroup(): SettingsGroup {
  return {
    title: t("About", { as: "the app" }),
    rows: [{ key: "attributions", words: t("attributions credits GeoNames license"), row: <Attributions /> }],
  };
}
