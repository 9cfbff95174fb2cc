// Paths and texts about passwords and recovery codes.
import { msg, t } from "~/language/text";

export const RECOVERY_CODES_PATH = "/settings/recovery-codes";

/** The page that makes recovery codes, and then leads to `to`. */
export function codesPath(to: string): string {
  return `${RECOVERY_CODES_PATH}?to=${encodeURIComponent(to)}`;
}

/** An offer of recovery codes. Without a proven email, only codes help a member who forgets the password. */
export type CodesOffer = { isEmailProven: boolean };

export const passwordMessages = {
  changed: {
    title: msg("Password changed"),
    description: msg("Your other browsers are signed out."),
  },
};

/** A sentence about how many recovery codes are left. */
export function describeCodesLeft(count: number): string {
  if (count === 0) return t("You have no recovery codes.");
  return t(
    "{count, plural, one {You have one recovery code left.} other {You have # recovery codes left.}}",
    { count },
  );
}
