// Texts about security events.
import type { SecurityEventKind } from "db/column-types";
import { type Message, msg } from "~/language/text";

export const ACTIVITY_PATH = "/settings/activity";

export const securityEventLabels: Record<SecurityEventKind, Message> = {
  "sign-in": msg("Signed in from a new browser"),
  "password-changed": msg("Changed the password"),
  "password-reset": msg("Chose a new password after forgetting the old one"),
  "email-change-requested": msg("Asked to change the email address"),
  "email-changed": msg("Changed the email address"),
  "email-restored": msg("Took the account back and undid changes"),
  "passkey-added": msg("Added a passkey"),
  "passkey-removed": msg("Removed a passkey"),
  "authenticator-added": msg("Added an authenticator app"),
  "authenticator-removed": msg("Removed the authenticator app"),
  "recovery-codes-created": msg("Created new recovery codes"),
  "sessions-ended": msg("Signed out other browsers and removed what they had set up"),
  "data-exported": msg("Asked for a copy of the data"),
};
