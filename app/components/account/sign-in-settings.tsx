// The group of the settings about signing in, for members with an account at the embedded provider.

import { describeCodesLeft, RECOVERY_CODES_PATH } from "~/models/account/recovery/recovery";
import { AUTHENTICATOR_PATH } from "~/models/account/second-factor/authenticator";
import { describePasskeys, PASSKEYS_PATH } from "~/models/account/second-factor/passkey";
import { ACTIVITY_PATH } from "~/models/account/security-event";
import { SETTINGS_PATH } from "~/models/account/sign-in/session";
import type { SignInMethods } from "~/models/account/sign-in/sign-in-methods";
import { type SettingsGroup, settingsLink } from "./settings-card";

/** What the member signs in with, and what happened to it. */
export function makeSignInGroup({ passkeys, hasAuthenticator, codesLeft }: SignInMethods): SettingsGroup {
  return {
    title: "Sign-In and Security",
    words: "login",
    rows: [
      settingsLink({
        to: `${SETTINGS_PATH}/password`,
        label: "Change Password",
        text: "Your other browsers will be signed out.",
      }),
      settingsLink({
        to: PASSKEYS_PATH,
        label: "Passkeys",
        text: describePasskeys(passkeys),
        also: "fingerprint face",
      }),
      settingsLink({
        to: AUTHENTICATOR_PATH,
        label: "Authenticator App",
        text: hasAuthenticator
          ? "On. You need a code as well as your password."
          : "Off. Your password alone signs you in.",
        also: "2fa two-factor second",
      }),
      settingsLink({
        to: RECOVERY_CODES_PATH,
        label: "Recovery Codes",
        text: describeCodesLeft(codesLeft),
        also: "backup",
      }),
      settingsLink({
        to: ACTIVITY_PATH,
        label: "Account Activity",
        text: "Sign-ins from new browsers, and changes to how you sign in.",
      }),
    ],
  };
}
