// The settings of the account itself: its address, how its owner signs in and where they are signed in, and pausing it.
import { useFocusAfterwards, useFocusOnChange } from "~/browser/use-focus";
import { SignOut } from "~/components/profile/sign-out";
import { t } from "~/language/text";
import { Trans } from "~/language/trans";
import { CONFIRMATION_PATH, EMAIL_PATH } from "~/models/account/email";
import { PAUSE_PATH } from "~/models/account/leaving/pause";
import { describeCodesLeft, RECOVERY_CODES_PATH } from "~/models/account/recovery/recovery";
import { AUTHENTICATOR_PATH } from "~/models/account/second-factor/authenticator";
import { describePasskeys, PASSKEYS_PATH } from "~/models/account/second-factor/passkey";
import { ACTIVITY_PATH } from "~/models/account/security-event";
import { SETTINGS_PATH, type SessionDto } from "~/models/account/sign-in/session";
import type { SignInMethods } from "~/models/account/sign-in/sign-in-methods";
import { Badge, Card } from "~/ui/card";
import { DateTime } from "~/ui/date-time";
import { PostButton } from "~/ui/form";
import { type SettingsGroup, type SettingsRow, settingsLink } from "./settings-card";

/** What the member signs in with, and what happened to it: for accounts at the embedded provider. */
export function makeSignInGroup({ passkeys, hasAuthenticator, codesLeft }: SignInMethods): SettingsGroup {
  return {
    title: t("Sign-In and Security"),
    words: t("login"),
    rows: [
      settingsLink({
        to: `${SETTINGS_PATH}/password`,
        label: t("Change Password"),
        text: t("Your other browsers will be signed out."),
      }),
      settingsLink({
        to: PASSKEYS_PATH,
        label: t("Passkeys"),
        text: describePasskeys(passkeys),
        also: t("fingerprint face"),
      }),
      settingsLink({
        to: AUTHENTICATOR_PATH,
        label: t("Authenticator App"),
        text: hasAuthenticator
          ? t("On. You need a code as well as your password.")
          : t("Off. Your password alone signs you in."),
        also: t("2fa two-factor second"),
      }),
      settingsLink({
        to: RECOVERY_CODES_PATH,
        label: t("Recovery Codes"),
        text: describeCodesLeft(codesLeft),
        also: t("backup"),
      }),
      settingsLink({
        to: ACTIVITY_PATH,
        label: t("Account Activity"),
        text: t("Sign-ins from new browsers, and changes to how you sign in."),
      }),
    ],
  };
}

type EmailStatus = { email: string; isConfirmed: boolean; isUnreachable: boolean };

/** The address, and what is to be done about it. */
export function listEmailRows({ email, isConfirmed, isUnreachable }: EmailStatus): SettingsRow[] {
  const address = settingsLink({
    to: EMAIL_PATH,
    label: t("Change Email"),
    text: email,
    also: t("mail address"),
  });
  if (isUnreachable) {
    const row = (
      <p role="status">
        {t(
          "Our emails to this address bounce, so we only send those about your account's safety. Please enter one that works.",
        )}
      </p>
    );
    return [address, { key: "unreachable", words: t("email mail address"), row }];
  }
  if (isConfirmed) return [address];
  const row = (
    <div>
      <p className="mb-3">
        {t("Confirm your address, so that you can get back in if you forget your password.")}
      </p>
      <PostButton to={CONFIRMATION_PATH}>{t("Send Link")}</PostButton>
    </div>
  );
  return [address, { key: "confirm", words: t("email confirm mail address"), row }];
}

export function PauseButton({ isPaused }: { isPaused: boolean }) {
  const state = useFocusOnChange<HTMLParagraphElement>(isPaused);
  return (
    <div>
      <p ref={state} tabIndex={-1} className="mb-3">
        {isPaused
          ? t("Your account is paused.")
          : t("Pausing takes you out of Discover for a while. You keep your matches and conversations.")}
      </p>
      {/* A new button each time: one that kept the focus would undo the change if pressed again. */}
      <PostButton to={PAUSE_PATH} key={String(isPaused)} name="paused" value={String(!isPaused)}>
        {isPaused ? t("Resume") : t("Pause Account")}
      </PostButton>
    </div>
  );
}

/** Lists the current browser first; each has a Sign Out button. */
export function SessionList({ browsers }: { browsers: SessionDto[] }) {
  const others = browsers.filter(({ isCurrent }) => !isCurrent);
  return (
    <Card title={t("Where You're Signed In")}>
      <ul className="divided">
        {browsers.map((browser) => (
          <li key={browser.id} className="cluster justify-between py-1">
            <div id={`browser-${browser.id}`} className="min-w-0">
              <p className="cluster">
                <b>{browser.name}</b>
                {browser.isCurrent ? <Badge tone="green">{t("This browser")}</Badge> : null}
              </p>
              <p className="text-soft">
                <Trans
                  text="Signed in {date}"
                  values={{ date: <DateTime at={browser.signedInAt} as="date" /> }}
                />
              </p>
            </div>
            {browser.isCurrent ? <SignOut /> : <EndSession browser={browser} />}
          </li>
        ))}
      </ul>
      {others.length > 1 ? (
        <div className="mt-4">
          <PostButton to={`${SETTINGS_PATH}/sessions/end`} variant="danger" icon="logout">
            {t("Sign Out Everywhere Else")}
          </PostButton>
        </div>
      ) : null}
      <p className="mt-4 text-soft">
        {others.length
          ? t("Don't recognize a browser? Sign it out.")
          : t("You're not signed in anywhere else.")}
      </p>
    </Card>
  );
}

function EndSession({ browser }: { browser: SessionDto }) {
  useFocusAfterwards();
  return (
    <PostButton
      to={`${SETTINGS_PATH}/sessions/${browser.id}/end`}
      icon="logout"
      aria-describedby={`browser-${browser.id}`}
    >
      {t("Sign Out")}
    </PostButton>
  );
}
