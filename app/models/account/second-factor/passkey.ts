// Passkeys as the settings show them.
import { msg, t } from "~/language/text";

export const PASSKEYS_PATH = "/settings/passkeys";
/** How many passkeys an account can have. */
export const MAX_PASSKEYS = 20;

export type PasskeyDto = { id: string; name: string; createdAt: string; lastUsedAt: string | null };

export const passkeyMessages = {
  added: (name: string) => ({
    title: t("Passkey added"),
    description: t("You can now sign in with “{name}”.", { name }),
  }),
  renamed: { title: msg("Passkey renamed"), description: msg("The new name is saved.") },
  removed: { title: msg("Passkey removed"), description: msg("It can't be used to sign in anymore.") },
};

/** A sentence about how many passkeys there are. */
export function describePasskeys(count: number): string {
  if (count === 0) return t("Sign in with your fingerprint, face or screen lock.");
  return t("{count, plural, one {You have one passkey.} other {You have # passkeys.}}", { count });
}
