// The group of the settings about signing in, for members with an account at the embedded provider.

import { t } from "~/language/text";
import { describeCodesLeft, RECOVERY_CODES_PATH } from "~/models/account/recovery/recovery";
import { AUTHENTICATOR_PATH } from "~/models/account/second-factor/authenticator";
import { describePasskeys, PASSKEYS_PATH } from "~/models/account/second-factor/passkey";
import { ACTIVITY_PATH } from "~/models/account/security-event";
import { SETTINGS_PATH } from "~/models/account/sign-in/session";
import type { SignInMethods } from "~/models/account/sign-in/sign-in-methods";
import { type SettingsGroup, settingsLink } from "./settings-card";

/** The member's ways to sign in, and recent security events. */
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
