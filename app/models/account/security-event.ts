// Texts about security events.
import type { SecurityEventKind } from "db/column-types";

export const ACTIVITY_PATH = "/settings/activity";

export const securityEventLabels: Record<SecurityEventKind, string> = {
  "sign-in": "Signed in from a new browser",
  "password-changed": "Changed the password",
  "password-reset": "Chose a new password after forgetting the old one",
  "email-change-requested": "Asked to change the email address",
  "email-changed": "Changed the email address",
  "email-restored": "Took the account back and undid changes",
  "passkey-added": "Added a passkey",
  "passkey-removed": "Removed a passkey",
  "authenticator-added": "Added an authenticator app",
  "authenticator-removed": "Removed the authenticator app",
  "recovery-codes-created": "Created new recovery codes",
  "sessions-ended": "Signed out other browsers and removed what they had set up",
  "data-exported": "Asked for a copy of the data",
};
